import { toast, type Id, type ToastOptions } from "react-toastify/unstyled";
import { TOAST_MS, type Toast } from "./toast";

export { ToastArea } from "./ToastArea";

/** How many toasts of a text have been closed. */
const closed = new Map<string, number>();

/**
 * The same text twice is one toast, and each toast after a closed one has an id of its own, because
 * one that is still fading out would swallow it. Errors interrupt a screen reader, other toasts wait
 * for a pause.
 */
export function showToast({ type, text, role, autoClose = TOAST_MS }: Toast): void {
  const put: (text: string, options: ToastOptions) => Id = toast[type];
  const before = closed.get(text) ?? 0;
  const toastId = `${text.replace(/\s+/g, "-")}-${before}`;
  put(text, { toastId, role, autoClose, onClose: () => void closed.set(text, before + 1) });
}
