import { useEffect, useLayoutEffect, useRef, type ElementType } from "react";
import type { ShortcutId } from "./keyboard";

/** Something that a person can do now, as the palette names it. */
export interface Command {
  /** Unique in its place. */
  readonly id: string;
  readonly label: string;
  /** What it is about, in few words. */
  readonly detail?: string;
  readonly icon: ElementType;
  readonly shortcut?: ShortcutId;
  /** Why it cannot be chosen now; null while it can. */
  readonly reason: string | null;
  readonly run: () => void;
}

/** The parts of the app that offer commands while they are shown. */
export type CommandPlace = "conversation" | "composer" | "inbox" | "account";

type Source = () => readonly Command[];

const sources = new Map<CommandPlace, Source>();

/** Offers commands to the palette while the component is shown. `make` runs when the palette asks, not at each rendering. */
export function useCommands(place: CommandPlace, make: Source): void {
  const newest = useRef(make);
  useLayoutEffect(() => {
    newest.current = make;
  });
  useEffect(() => {
    const source = () => newest.current();
    sources.set(place, source);
    return () => {
      if (sources.get(place) === source) sources.delete(place);
    };
  }, [place]);
}

/** What the shown parts of the app offer there now. */
export const commandsOf = (place: CommandPlace): readonly Command[] => sources.get(place)?.() ?? [];
