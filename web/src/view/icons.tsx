// The signs on buttons, drawn with the colour of the text beside them.

const PATHS = {
  pin: "M7 2.5h6M8.2 2.5v5L5.5 11h9l-2.7-3.5v-5M10 11v6.5",
  share: "M10 12.5v-10M6.5 5.5L10 2l3.5 3.5M5 9H3.5v8.5h13V9H15",
  report: "M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 13.5v-3M10.2 13.5v-5M13 13.5v-2",
  save: "M10 3v10M6.5 9.5L10 13l3.5-3.5M3.5 13v4h13v-4",
  close: "M5 5l10 10M15 5L5 15",
  less: "M5 10h10",
  more: "M5 10h10M10 5v10",
  hand: "M3.5 7.2l4.2-1.6 3.3 8.8-4.2 1.6zM8.5 4.5h5v9.5M13.5 6l3.4 1.2-3 8.2-2-.8",
  undo: "M7.5 4L3.5 8l4 4M3.5 8h8.5a4.5 4.5 0 0 1 0 9H9",
  redo: "M12.5 4l4 4-4 4M16.5 8H8a4.5 4.5 0 0 0 0 9h3",
  mend: "M3.5 16.5l9-9M11 4.5l.8 1.7 1.7.8-1.7.8-.8 1.7-.8-1.7-1.7-.8 1.7-.8zM16 10l.6 1.4 1.4.6-1.4.6-.6 1.4-.6-1.4L14 12l1.4-.6z",
  back: "M12 4l-6 6 6 6",
  forward: "M8 4l6 6-6 6",
} as const;

export function Icon({ of }: { of: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path
        d={PATHS[of]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

/** A button that shows nothing but a sign. */
export function SignButton(props: {
  of: keyof typeof PATHS;
  said: string;
  /** What is shown of that to whoever points at it. */
  title?: string;
  class?: string;
  disabled?: boolean;
  act: () => void;
}) {
  const { of, said, title, disabled, act } = props;
  return (
    <button type="button" class={props.class ?? "step"} disabled={disabled} title={title} aria-label={said} onClick={act}>
      <Icon of={of} />
    </button>
  );
}

/** Three cards, fanned out. */
export function Mark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect x="4" y="9" width="12" height="17" rx="2.5" transform="rotate(-18 10 17)" class="brand-back" />
      <rect x="16" y="9" width="12" height="17" rx="2.5" transform="rotate(18 22 17)" class="brand-back" />
      <rect x="10" y="5.5" width="12" height="17.5" rx="2.5" class="brand-front" />
    </svg>
  );
}
