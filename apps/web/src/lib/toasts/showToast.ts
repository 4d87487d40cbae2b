import { toast, type Id, type ToastOptions } from "react-toastify/unstyled";

/**
 * How long a toast stays (CONST-008), and how long a blocking notice does (CONST-009), in
 * milliseconds.
 */
export const TOAST_MS = 3_000;
const NOTICE_MS = 5_000;

/** How many toasts of a text have been closed. */
const closed = new Map<string, number>();

/**
 * The same text twice is one toast, and each toast after a closed one has an id of its own, because
 * one that is still fading out would swallow it. Errors interrupt a screen reader, other toasts wait
 * for a pause.
 */
function show(
  put: (text: string, options: ToastOptions) => Id,
  text: string,
  role: "alert" | "status",
  autoClose: number | false = TOAST_MS,
): void {
  const before = closed.get(text) ?? 0;
  const toastId = `${text.replace(/\s+/g, "-")}-${before}`;
  put(text, { toastId, role, autoClose, onClose: () => void closed.set(text, before + 1) });
}

export const toasts = {
  success: (text: string) => show(toast.success, text, "status"),
  info: (text: string) => show(toast.info, text, "status"),
  warning: (text: string) => show(toast.warning, text, "status"),
  error: (text: string) => show(toast.error, text, "alert"),
  /** An error that stays until it is closed, because it is shown nowhere else. */
  kept: (text: string) => show(toast.error, text, "alert", false),
  /** A blocking notice: the person is being signed out. */
  notice: (text: string) => show(toast.warning, text, "alert", NOTICE_MS),
} as const;
