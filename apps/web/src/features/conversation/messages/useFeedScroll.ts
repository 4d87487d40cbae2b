import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import type { MessageRow } from "./messageRows";

/** Older pages are fetched this close to the top, in px, so that the edge itself (50 px, CONV-025) is rarely seen. */
const PREFETCH_PX = 800;
/** Within this of the end a new message is followed, in px. */
const STICK_PX = 80;
/** From here on the button to the newest message is shown, in px. */
const AWAY_PX = 300;

interface FeedScroll {
  /** True for the one drawing that puts older messages on top: the row being read stays where it is. */
  readonly shift: boolean;
  readonly away: boolean;
  /** Received since the person left the end. */
  readonly newCount: number;
  readonly atEnd: boolean;
  readonly onScroll: (offset: number) => void;
  readonly onResize: () => void;
  readonly toEnd: () => void;
  readonly toRow: (index: number) => void;
}

/** Where the messages stand: opened at the end or at the new ones, following while at the end, still while older pages come. */
export function useFeedScroll(
  list: RefObject<VirtualizerHandle | null>,
  rows: readonly MessageRow[],
  hasOlder: boolean,
  fetchOlder: () => void,
): FeedScroll {
  const sticking = useRef(true);
  const [away, setAway] = useState(false);
  const [atEnd, setAtEnd] = useState(true);
  const [seenLast, setSeenLast] = useState<string | undefined>(undefined);

  const firstKey = rows[0]?.key;
  const [edge, setEdge] = useState({ firstKey, shift: false });
  let { shift } = edge;
  if (edge.firstKey !== firstKey) {
    shift = edge.firstKey !== undefined && rows.some((row) => row.key === edge.firstKey);
    setEdge({ firstKey, shift });
  }
  useEffect(() => {
    if (edge.shift) queueMicrotask(() => setEdge((now) => ({ ...now, shift: false })));
  }, [edge.shift]);

  const last = rows.at(-1);
  const lastKey = last?.key;
  const lastIsOurs = last?.message.fromMe === true;
  const lastIndex = rows.length - 1;
  const toEnd = () => {
    sticking.current = true;
    list.current?.scrollToIndex(lastIndex, { align: "end" });
  };

  const opened = useRef(false);
  useLayoutEffect(() => {
    if (rows.length === 0) return;
    if (!opened.current) {
      opened.current = true;
      const unread = rows.findIndex((row) => row.newFromHere > 0);
      list.current?.scrollToIndex(unread === -1 ? rows.length - 1 : unread, { align: unread === -1 ? "end" : "start" });
      return;
    }
    if (sticking.current || lastIsOurs) toEnd();
    // Only a new last message moves the list.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lastKey]);

  const onScroll = (offset: number) => {
    const feed = list.current;
    if (!feed) return;
    const distance = feed.scrollSize - feed.viewportSize - offset;
    sticking.current = distance < STICK_PX;
    setAway(distance > AWAY_PX);
    setAtEnd(distance < STICK_PX);
    if (distance < STICK_PX) setSeenLast(lastKey);
    if (offset < PREFETCH_PX && hasOlder) fetchOlder();
  };
  const onResize = () => {
    const feed = list.current;
    if (!feed) return;
    if (sticking.current) toEnd();
    if (hasOlder && feed.scrollSize <= feed.viewportSize) fetchOlder();
  };
  const seenAt = seenLast === undefined ? -1 : rows.findIndex((row) => row.key === seenLast);
  const newCount = away && seenAt !== -1 ? rows.slice(seenAt + 1).filter((row) => !row.message.fromMe).length : 0;
  return {
    shift,
    away,
    newCount,
    atEnd,
    onScroll,
    onResize,
    toEnd,
    toRow: (index) => list.current?.scrollToIndex(index, { align: "center" }),
  };
}
