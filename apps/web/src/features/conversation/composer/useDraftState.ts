import { useEffect, useRef, type RefObject } from "react";
import { browserDrafts, keepDrafts, type Draft } from "./drafts";
import { NO_TEXTS, withTyped, type Texts } from "./texts";

/** The delay between the last key and the saving of a draft, in milliseconds. */
const SAVE_MS = 400;

/** The texts of a stored draft. */
export function storedTexts(selfId: number, ticketId: number): Texts {
  const { text: reply, comment, commenting } = browserDrafts().get(selfId, ticketId) ?? { ...NO_TEXTS, text: "" };
  // A version of the product kept both in one text.
  return comment === "" ? withTyped(NO_TEXTS, reply) : { reply, comment, commenting };
}

/**
 * Saves the draft 400 ms after the last change, and at once when the composer is unmounted. A change that only followed the storage is not
 * saved: another tab may have typed on.
 */
export function useDraftSaving(userId: number, ticketId: number, draft: Draft, followedRef: RefObject<boolean>): void {
  const latest = useRef(draft);
  const changed = useRef(false);
  useEffect(() => {
    if (latest.current === draft) return;
    latest.current = draft;
    changed.current = !followedRef.current;
    followedRef.current = false;
    if (!changed.current) return;
    const timer = setTimeout(() => {
      changed.current = false;
      browserDrafts().put(userId, ticketId, draft);
    }, SAVE_MS);
    return () => clearTimeout(timer);
  }, [userId, ticketId, draft, followedRef]);
  useEffect(() => {
    keepDrafts(userId);
    let gone = false;
    void browserDrafts().loaded.then(() => {
      const stored = browserDrafts().get(userId, ticketId);
      const { fileNames } = latest.current;
      // Its files were those of a page that was closed.
      if (!gone && stored && stored.fileNames.length > fileNames.length) browserDrafts().put(userId, ticketId, { ...stored, fileNames });
    });
    const save = () => {
      if (changed.current) browserDrafts().put(userId, ticketId, latest.current);
    };
    window.addEventListener("pagehide", save);
    return () => {
      gone = true;
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [userId, ticketId]);
}

const isSame = (one: Texts, other: Texts): boolean =>
  one.reply === other.reply && one.comment === other.comment && one.commenting === other.commenting;

/**
 * Calls `take` with texts that the storage has and the box has not: the storage may answer after the first rendering, and another tab may type or
 * send. What was typed here and is not stored yet stays.
 */
export function useStoredTexts(selfId: number, ticketId: number, texts: Texts, take: (stored: Texts) => void): void {
  const known = useRef(texts);
  const now = useRef(texts);
  useEffect(() => {
    now.current = texts;
  }, [texts]);
  useEffect(() => {
    const look = () => {
      const stored = storedTexts(selfId, ticketId);
      const follows = isSame(known.current, now.current) && !isSame(stored, now.current);
      known.current = stored;
      if (follows) take(stored);
    };
    look();
    return browserDrafts().subscribe(look);
  }, [selfId, ticketId, take]);
}
