// What tables and lists of facts have alike, wherever they stand.

import type { ComponentChildren } from "preact";

/** The head of a table whose first column, or first few, are `words`, and all others numbers. */
export function Head({ columns, words = 1 }: { columns: readonly ComponentChildren[]; words?: number }) {
  return (
    <thead>
      <tr>
        {columns.map((column, at) => (
          <th scope="col" class={at < words ? "" : "n"}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Each by what it is. */
export function Facts(props: { facts: readonly (readonly [string, ComponentChildren])[]; class?: string }) {
  return (
    <dl class={props.class ?? "facts"}>
      {props.facts.map(([what, value]) => (
        <div>
          <dt>{what}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
