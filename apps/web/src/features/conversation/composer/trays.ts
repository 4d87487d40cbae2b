import { cleanFileName } from "@balcao/domain/texts";
import { useSyncExternalStore } from "react";
import { moved } from "../../../lib/moved";
import { randomId } from "../../../lib/randomId";
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

export const toTrayFile = (file: File): TrayFile => ({
  key: randomId(),
  file,
  name: cleanFileName(file.name),
  caption: "",
  voice: null,
});

/** The picture or film that takes the text of the box as its caption when it is sent: the first that was pasted or dropped. */
export const captionTaker = (files: readonly TrayFile[]): TrayFile | undefined =>
  files.find(({ beside, caption, file }) => beside === true && caption.trim() === "" && /^(?:image|video)\//.test(file.type));

export const toTrayVoice = ({ file, ...voice }: Take): TrayFile => ({ ...toTrayFile(file), voice });

export const totalBytes = (files: readonly TrayFile[]): number => files.reduce((sum, { file }) => sum + file.size, 0);

/** The files with one of them moved by `step` places, as far as the list goes. */
export function moveFile(files: readonly TrayFile[], key: string, step: number): readonly TrayFile[] {
  const from = files.findIndex((file) => file.key === key);
  return moved(files, from, from + step);
}
