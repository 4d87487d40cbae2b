import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import type { MessageRow } from "./messageRows";

/** Older pages are fetched this close to the top, in px, so that the edge itself (50 px, CONV-025) is rarely seen. */
const PREFETCH_PX = 800;
/** Within this of the end a new message is followed, in px. */
const STICK_PX = 80;
/** What a browser's rounding makes of being at the end, in px. */
const AT_END_PX = 2;
/** From here on the button to the newest message is shown, in px. */
const AWAY_PX = 300;

interface FeedScroll {
  /** True while the rows have just got older ones on top: the row being read stays where it is. */
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

interface FeedScrollOptions {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: readonly MessageRow[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  readonly fetchOlder: () => void;
  readonly fetchNewer: () => void;
  /** The message at which the list opens; null for its end or its first new message. */
  readonly openAtId: string | null;
  /** The list opens at its end even where there are new messages. */
  readonly openAtEnd: boolean;
}

/** True while the rows are those to which older ones were added before the first one; the list looks at it when their number changes. */
function useShift(rows: readonly MessageRow[]): boolean {
  const [edge, setEdge] = useState({ rows, shift: false });
  if (edge.rows === rows) return edge.shift;
  const first = edge.rows[0]?.key;
  const shift = first !== undefined && rows[0]?.key !== first && rows.some(({ key }) => key === first);
  setEdge({ rows, shift });
  return shift;
}

/** The row at which a list opens, and where on the screen; null for its end. */
function placeAtOpening({ rows, openAtId, openAtEnd }: FeedScrollOptions): [number, { align: "center" | "start" }] | null {
  const target = rows.findIndex((row) => row.message.id === openAtId);
  if (target !== -1) return [target, { align: "center" }];
  const unread = openAtEnd ? -1 : rows.findIndex((row) => row.newFromHere > 0);
  return unread === -1 ? null : [unread, { align: "start" }];
}

/** What moves the list to its end. */
interface Following {
  /** New messages do. */
  news: boolean;
  /** Rows that grow, as pictures do, and those that are measured do; it ends as soon as somebody scrolls away. */
  growth: boolean;
  /** Where the list was put: a scroll to elsewhere is somebody's. */
  place: number;
}

interface FollowOptions extends FeedScrollOptions {
  readonly following: RefObject<Following>;
  readonly onEnd: () => void;
}

/** The list's own way to a row writes the place again for as long as rows are measured, also when the person has scrolled on. */
function moveToEnd({ scroller: { current: feed }, following: { current }, onEnd }: FollowOptions): void {
  if (!feed) return;
  feed.scrollTop = feed.scrollHeight;
  Object.assign(current, { news: true, growth: true, place: feed.scrollTop });
  onEnd();
}

/** Opens the list once it has rows; then moves it to the end for one's own messages, and as long as it is followed. */
function useFollowEnd(options: FollowOptions): () => void {
  const { list, scroller, rows, hasNewer, following } = options;
  const last = rows.at(-1);
  const toEnd = () => moveToEnd(options);
  const opened = useRef(false);
  // Behind the newest message a row is new; before it, a page was read.
  const wasNewest = useRef(!hasNewer);
  useLayoutEffect(() => {
    if (rows.length === 0) return;
    if (!opened.current) {
      opened.current = true;
      const place = placeAtOpening(options);
      if (place) list.current?.scrollToIndex(...place);
      else toEnd();
    } else if (wasNewest.current && (following.current.news || last?.message.fromMe === true)) toEnd();
    wasNewest.current = !hasNewer;
    // Only a new last message moves the list.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [last?.key]);
  // The list tells that a row was measured before its new height is on the page.
  useEffect(() => {
    const content = scroller.current?.querySelector("ol");
    if (!content) return;
    const observer = new MutationObserver(() => following.current.growth && toEnd());
    observer.observe(content, { attributeFilter: ["style"] });
    return () => observer.disconnect();
    // What it reads is the same each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return toEnd;
}

/** Reads older and newer pages near the edges; returns the look at a scroll position, which answers the distance from the end in px. */
function useEdges({ list, rows, hasOlder, hasNewer, fetchOlder, fetchNewer }: FeedScrollOptions) {
  const lookAtEdges = (feed: VirtualizerHandle, offset: number): number => {
    const distance = feed.scrollSize - feed.viewportSize - offset;
    if (offset < PREFETCH_PX && hasOlder) fetchOlder();
    else if (distance < PREFETCH_PX && hasNewer) fetchNewer();
    return distance;
  };
  // One side is read at a time: after a page the other side may need one too.
  useEffect(() => {
    const feed = list.current;
    if (feed && feed.viewportSize > 0) lookAtEdges(feed, feed.scrollOffset);
    // Only pages that arrived change this; a page that failed is read again by scrolling.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows.length]);
  return lookAtEdges;
}

/** Messages of others after the last one that was seen; 0 when that one is not loaded. */
function countNew(rows: readonly MessageRow[], seenLast: string | undefined): number {
  const seenAt = seenLast === undefined ? -1 : rows.findIndex((row) => row.key === seenLast);
  return seenAt === -1 ? 0 : rows.slice(seenAt + 1).filter((row) => !row.message.fromMe).length;
}

/** The scroll position of the messages: it follows the end, and it stays while pages are added on either side. */
export function useFeedScroll(options: FeedScrollOptions): FeedScroll {
  const { list, rows, hasNewer } = options;
  const isFollowed = !hasNewer && options.openAtId === null;
  const following = useRef<Following>({ news: isFollowed, growth: false, place: 0 });
  const [away, setAway] = useState(false);
  const [atEnd, setAtEnd] = useState(true);
  const [seenLast, setSeenLast] = useState<string | undefined>(undefined);
  const shift = useShift(rows);
  const onEnd = () => {
    setAway(false);
    setAtEnd(true);
  };
  const toEnd = useFollowEnd({ ...options, following, onEnd });
  const lookAtEdges = useEdges(options);

  const onScroll = (offset: number) => {
    if (!list.current) return;
    const distance = lookAtEdges(list.current, offset);
    const { current } = following;
    // Elsewhere than it was put: somebody scrolls, away from the end or to it.
    if (Math.abs(offset - current.place) > 1) Object.assign(current, { growth: distance <= AT_END_PX && !hasNewer, place: offset });
    const isAtEnd = current.growth || (distance < STICK_PX && !hasNewer);
    current.news = isAtEnd;
    setAway(!current.growth && distance > AWAY_PX);
    setAtEnd(isAtEnd);
    if (isAtEnd) setSeenLast(rows.at(-1)?.key);
  };
  const onResize = () => {
    const feed = list.current;
    if (!feed) return;
    if (following.current.growth && feed.scrollSize - feed.viewportSize - feed.scrollOffset >= 1) toEnd();
    if (feed.scrollSize <= feed.viewportSize) lookAtEdges(feed, 0);
  };
  return {
    shift,
    away: away || hasNewer,
    newCount: away ? countNew(rows, seenLast) : 0,
    atEnd: atEnd && !hasNewer,
    onScroll,
    onResize,
    toEnd,
    toRow: (index) => list.current?.scrollToIndex(index, { align: "center" }),
  };
}
