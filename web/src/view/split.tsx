// The line between the panes, which can be moved with a pointer or the arrow keys.

import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../parts/words";

const LEAST = 25;
const GREATEST = 70;
const STEP = 2;

export function Split() {
  const line = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(46);
  const set = (wanted: number) => setShare(Math.min(GREATEST, Math.max(LEAST, Math.round(wanted))));
  useEffect(() => {
    line.current?.parentElement?.style.setProperty("--share", `${share}%`);
  }, [share]);
  const onPointerMove = (event: PointerEvent) => {
    const panes = line.current?.parentElement;
    if (!panes || !line.current?.hasPointerCapture(event.pointerId)) return;
    const { left, width } = panes.getBoundingClientRect();
    set((100 * (event.clientX - left)) / width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -STEP, ArrowRight: STEP };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(share + step);
  };
  return (
    <div
      ref={line}
      class="split"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t("Width of the text")}
      aria-valuenow={share}
      aria-valuemin={LEAST}
      aria-valuemax={GREATEST}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
