import { useEffect, useEffectEvent, useRef } from "react";

/** The distance from the end at which the next page is loaded, in pixels. */
const NEAR_PX = 100;

interface EndOfListProps {
  readonly onReached: () => void;
  /** The last page could not be loaded: the next attempt is the person's. */
  readonly failed: boolean;
}

/** Marks the end of the loaded items; calls `onReached` when it is scrolled near, and again while it stays there. */
export function EndOfList({ onReached, failed }: EndOfListProps) {
  const end = useRef<HTMLDivElement>(null);
  const isNear = useRef(false);
  const reach = useEffectEvent(onReached);
  useEffect(() => {
    const target = end.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        isNear.current = entries.at(-1)?.isIntersecting ?? false;
        if (isNear.current) reach();
      },
      { rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  // A live event may cancel the page that was asked for: the end is still near, and no observer says so again.
  useEffect(() => {
    if (isNear.current && !failed) reach();
  });
  return <div ref={end} className="endOfList" aria-hidden="true" />;
}
