import type { Actor } from "@balcao/domain/access";
import type { Database, Wake } from "@balcao/database/sql";
import type { AudioTool } from "@balcao/platform/audio";
import type { Clock } from "@balcao/platform/clock";
import type { FileStore } from "@balcao/platform/files";
import type { Logger } from "@balcao/platform/logger";
import type { Waker } from "@balcao/platform/redis";
import type { Sealer } from "@balcao/platform/secrets";
import type { Directory } from "../directory/index.js";

/** What every command and query stands on; composed once per process. */
export interface House {
  readonly database: Database;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly waker: Waker;
  readonly logger: Logger;
  /** Seals tokens and session keys at rest; the context names table, column and row. */
  readonly sealer: Sealer;
  readonly files: FileStore;
  readonly audio: AudioTool;
  /** The signed, expiring address of a file for one session (M-10). */
  readonly fileUrl: (sessionId: string, fileId: string) => string;
}

/** Who asks: the actor comes from the session, with the rights of now. */
export interface Ctx {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly ip: string | null;
  readonly now: Date;
  /** Method and path of this request with its ids, as `POST /messages/12`: an idempotency key belongs to one of them. */
  readonly route: string;
  /** The client's own key of this request (header Idempotency-Key), 24 hours. */
  readonly idempotencyKey: string | null;
}

/** Topics of lossy wake-ups. */
export const WAKE = {
  live: "live",
  lanes: "lanes",
  outbox: "outbox",
  gateway: "gateway",
  gatewayAnswers: "gatewayAnswers",
  chores: "chores",
  sessions: "sessions",
  directory: "directory",
  rights: "rights",
} as const satisfies { readonly [W in Wake]: W };
