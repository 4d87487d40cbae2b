import { toast, type ToastOptions } from "react-toastify/unstyled";

/** How long a message stays (CONST-008) and how long a blocking notice does (CONST-009), in milliseconds. */
export const TOAST_MS = 3_000;
const NOTICE_MS = 5_000;

/** The same text twice is one toast; errors interrupt a screen reader, the rest waits for a pause. */
const options = (text: string, role: "alert" | "status", autoClose: number): ToastOptions => ({
  toastId: text.replace(/\s+/g, "-"),
  role,
  autoClose,
});

export const toasts = {
  success: (text: string) => void toast.success(text, options(text, "status", TOAST_MS)),
  info: (text: string) => void toast.info(text, options(text, "status", TOAST_MS)),
  warning: (text: string) => void toast.warning(text, options(text, "status", TOAST_MS)),
  error: (text: string) => void toast.error(text, options(text, "alert", TOAST_MS)),
  /** A blocking notice: the person is being signed out. */
  notice: (text: string) => void toast.warning(text, options(text, "alert", NOTICE_MS)),
} as const;
