import { useEffect, useEffectEvent, useRef } from "react";

/** The next page is loaded when the end is this near, in pixels (CONST-006). */
const NEAR_PX = 100;

/** The end of what is loaded; calls when a person comes near it. */
export function EndOfList({ onReached }: { readonly onReached: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReached);
  useEffect(() => {
    const target = end.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach();
      },
      { rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} className="endOfList" aria-hidden="true" />;
}
