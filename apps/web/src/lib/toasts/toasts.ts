import type * as Library from "./toastLibrary";
import { NOTICE_MS, type Toast } from "./toast";

let library: typeof Library | null = null;
const waiting: Toast[] = [];
const listeners = new Set<() => void>();

/** Loads the code of toasts. What was said while it could not be loaded is shown once it can. */
async function load(): Promise<void> {
  try {
    library = await import("./toastLibrary");
  } catch {
    window.addEventListener("online", () => void load(), { once: true });
    return;
  }
  for (const listener of listeners) listener();
  for (const each of waiting.splice(0)) library.showToast(each);
}

// No page begins with a toast: most answer a press, and their code is there by then.
for (const deed of ["pointerdown", "keydown"]) window.addEventListener(deed, () => void (library ?? load()), { once: true });

export const subscribeToLibrary = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const loadedLibrary = (): typeof Library | null => library;

function show(toast: Toast): void {
  if (library) return library.showToast(toast);
  waiting.push(toast);
  void load();
}

export const toasts = {
  success: (text: string) => show({ type: "success", text, role: "status" }),
  info: (text: string) => show({ type: "info", text, role: "status" }),
  warning: (text: string) => show({ type: "warning", text, role: "status" }),
  error: (text: string) => show({ type: "error", text, role: "alert" }),
  /** An error that stays until it is closed, because it is shown nowhere else. */
  kept: (text: string) => show({ type: "error", text, role: "alert", autoClose: false }),
  /** A blocking notice: the person is being signed out. */
  notice: (text: string) => show({ type: "warning", text, role: "alert", autoClose: NOTICE_MS }),
} as const;
