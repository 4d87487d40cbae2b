import { useSyncExternalStore } from "react";
import type { Take } from "./voice/take";

/** A file in the composer, with the name under which it will be sent. */
export interface TrayFile {
  readonly key: string;
  readonly file: File;
  readonly name: string;
  readonly caption: string;
  /** What was recorded here; null for a file of the computer. */
  readonly voice: Omit<Take, "file"> | null;
  /** It was pasted or dropped: a picture takes the text of the box as its caption. */
  readonly beside?: boolean;
}

const EMPTY: readonly TrayFile[] = [];
const trays = new Map<string, readonly TrayFile[]>();
const listeners = new Set<() => void>();
const keyOf = (userId: number, ticketId: number) => `${userId}:${ticketId}`;

/** Changes the files of a person's draft. They are kept per ticket while the page is open. */
export function changeTray(userId: number, ticketId: number, change: (files: readonly TrayFile[]) => readonly TrayFile[]): void {
  const key = keyOf(userId, ticketId);
  trays.set(key, change(trays.get(key) ?? EMPTY));
  listeners.forEach((listener) => listener());
}

/** Removes the files of all drafts of a person. */
export function forgetTrays(userId: number): void {
  for (const key of trays.keys()) if (key.startsWith(`${userId}:`)) trays.delete(key);
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The files of a person's draft. */
export function useTray(userId: number, ticketId: number): readonly TrayFile[] {
  return useSyncExternalStore(subscribe, () => trays.get(keyOf(userId, ticketId)) ?? EMPTY);
}
