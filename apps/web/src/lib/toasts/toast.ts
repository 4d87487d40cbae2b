/**
 * How long a toast stays (CONST-008), and how long a blocking notice does (CONST-009), in
 * milliseconds.
 */
export const TOAST_MS = 3_000;
export const NOTICE_MS = 5_000;

export interface Toast {
  readonly type: "success" | "info" | "warning" | "error";
  readonly text: string;
  readonly role: "alert" | "status";
  /** In milliseconds; false for a toast that stays until it is closed. */
  readonly autoClose?: number | false;
}
