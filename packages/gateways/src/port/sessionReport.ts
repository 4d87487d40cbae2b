import type { SessionReason, SessionStatus } from "@balcao/domain/connections";

/** The state of a session as its gateway reports it; the only source of a connection's status. */
export interface SessionReport {
  readonly status: SessionStatus;
  /** Text of the code, or a `data:image/png` picture on meow. */
  readonly qrcode: string | null;
  /** Digits of the linked number, when known. */
  readonly phone: string | null;
  readonly battery: number | null;
  /**
   * The reason of the status, for administrators; null when there is none. With CONNECTED it is a
   * warning.
   */
  readonly reason: SessionReason | null;
  /** Until when the session rests: before that only a person starts it. */
  readonly until?: Date | null;
}

/** The end of a rest of so many milliseconds that begins now; null for none. */
export const restEnd = (restMs: number): Date | null => (restMs > 0 ? new Date(new Date().getTime() + restMs) : null);
