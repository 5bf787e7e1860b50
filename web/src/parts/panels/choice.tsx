// A choice of what a panel shows, where there is more than one thing.

export function Choice(props: { said: string; texts: readonly string[]; chosen: number; choose: (at: number) => void }) {
  const { said, texts, chosen, choose } = props;
  if (texts.length < 2) return null;
  return (
    <label class="panel-choice">
      <span>{said}</span>{" "}
      <select onChange={(event) => choose(Number(event.currentTarget.value))}>
        {texts.map((text, at) => (
          <option value={at} selected={at === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
