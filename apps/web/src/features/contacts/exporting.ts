import i18next from "i18next";
import { useSyncExternalStore } from "react";
import { toasts } from "../../lib/toasts";
import { saveSheet, type SheetName } from "./saveSheet";

/** An export that is under way: which one, what of it has come, and how it is cancelled. */
interface Exporting {
  readonly name: SheetName;
  readonly bytes: number;
  /** Null until the api has said how many rows there are. */
  readonly rows: number | null;
  readonly cancel: () => void;
}

let current: Exporting | null = null;
const listeners = new Set<() => void>();

function put(next: Exporting | null): void {
  current = next;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The export that is under way in this tab, on whichever page it was begun. */
export const useExporting = (): Exporting | null => useSyncExternalStore(subscribe, () => current);

/** Saves all contacts, some of them, or the delegations as a spreadsheet; one at a time. */
export async function startExport(name: SheetName, contactIds?: readonly number[]): Promise<void> {
  if (current !== null) return;
  const leaving = new AbortController();
  let rows: number | null = null;
  put({ name, bytes: 0, rows, cancel: () => leaving.abort() });
  const isSaved = await saveSheet(name, {
    contactIds,
    signal: leaving.signal,
    onReceived: (received) => {
      ({ rows } = received);
      if (current) put({ ...current, ...received });
    },
  });
  put(null);
  if (isSaved && rows !== null) toasts.success(i18next.t("sheet.exported", { ns: "contacts", count: rows }));
}
