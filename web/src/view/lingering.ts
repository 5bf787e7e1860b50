// What is only taken notice of when it lasts: numbers that are replaced at once need not be dimmed first.

import { useEffect, useState } from "preact/hooks";

const PAUSE = 150;

export function useLasting(now: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!now) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), PAUSE);
    return () => clearTimeout(timer);
  }, [now]);
  return now && lasts;
}
