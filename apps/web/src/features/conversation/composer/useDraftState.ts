import { useEffect, useRef } from "react";
import { browserDrafts, keepDrafts, type Draft } from "./drafts";

/** The delay between the last key and the saving of a draft, in milliseconds. */
const SAVE_MS = 400;

/** Saves the draft 400 ms after the last change, and at once when the composer is unmounted. */
export function useDraftSaving(userId: number, ticketId: number, draft: Draft): void {
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
    const timer = setTimeout(() => browserDrafts().put(userId, ticketId, draft), SAVE_MS);
    return () => clearTimeout(timer);
  }, [userId, ticketId, draft]);
  useEffect(() => {
    keepDrafts(userId);
    const save = () => browserDrafts().put(userId, ticketId, latest.current);
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [userId, ticketId]);
}
