import type { SessionStatus } from "@balcao/domain/connections";

/** The session as the gateway itself tells it; the only source of a connection's status. */
export interface SessionReport {
  readonly status: SessionStatus;
  /** Text of the code, or a `data:image/png` picture on meow (D-153). */
  readonly qrcode: string | null;
  /** Digits of the linked number, when known. */
  readonly phone: string | null;
  readonly battery: number | null;
  /** Why it is so, for administrators, in Portuguese where it is a sentence; null when there is nothing to tell. With CONNECTED: what is doubtful. */
  readonly reason: string | null;
}
