import { startTransition, useEffect, useState } from "react";

/** False until the first drawing of the component was painted. What waits for it does not delay what the person looks at. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    // A frame calls back before it is painted, and a timer of it after that.
    const frame = requestAnimationFrame(() => void setTimeout(() => startTransition(() => setPainted(true)), 0));
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted;
}
