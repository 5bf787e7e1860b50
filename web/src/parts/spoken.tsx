// What is read aloud once it rests, and not more often than one can listen.

import { useEffect, useState } from "preact/hooks";

/** A sentence that has stood for so many milliseconds; while there is none (null), the last one stays. */
export function Spoken({ sentence, pause }: { sentence: string | null; pause: number }) {
  const [said, say] = useState("");
  useEffect(() => {
    if (sentence === null) return;
    const timer = setTimeout(() => say(sentence), pause);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p class="visually-hidden" role="status">
      {said}
    </p>
  );
}
