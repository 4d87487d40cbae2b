import { useImperativeHandle, useState, type Ref, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { toDayKey } from "../../../lib/time";
import { flag } from "../../../ui";
import { dayAtTop } from "./dayAtTop";
import { useDayWords } from "./MessageMarks";
import type { MessageRow } from "./messageRows";

export interface DayPillHandle {
  readonly follow: (offset: number) => void;
  readonly rest: () => void;
}

interface DayPillProps {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly rows: readonly MessageRow[];
  readonly handle: Ref<DayPillHandle>;
}

const isSameDay = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && toDayKey(one) === toDayKey(other));

/**
 * The day of the topmost visible messages, shown while they scroll. It keeps its own state, so that
 * scrolling does not render the list.
 */
export function DayPill({ list, rows, handle }: DayPillProps) {
  const [day, setDay] = useState<string | null>(null);
  const [moving, setMoving] = useState(false);
  useImperativeHandle(handle, () => ({
    follow: (offset) => {
      const next = list.current && dayAtTop(rows, list.current, offset);
      setDay((now) => (isSameDay(now, next) ? now : next));
      setMoving(true);
    },
    rest: () => setMoving(false),
  }));
  return day === null ? null : <Pill instant={day} moving={moving} />;
}

function Pill({ instant, moving }: { readonly instant: string; readonly moving: boolean }) {
  return (
    <div className="dayMark dayPill" aria-hidden="true" data-moving={flag(moving)}>
      <time dateTime={instant}>{useDayWords(instant)}</time>
    </div>
  );
}
