import type { Actor } from "@balcao/domain/access";
import type { ReadReplica } from "@balcao/database/replica";
import type { SearchPool } from "@balcao/database/search";
import type { Database, Wake } from "@balcao/database/sql";
import type { StatusCause } from "@balcao/gateways/port";
import type { AiServer } from "@balcao/platform/ai";
import type { AudioTool } from "@balcao/platform/audio";
import type { AddressRule } from "@balcao/platform/http";
import type { Clock } from "@balcao/platform/clock";
import type { FileStore } from "@balcao/platform/files";
import type { Logger } from "@balcao/platform/logger";
import type { Metrics } from "@balcao/platform/metrics";
import type { PictureTool } from "@balcao/platform/pictures";
import type { Waker } from "@balcao/platform/redis";
import type { VapidKeys } from "@balcao/platform/push";
import type { Sealer } from "@balcao/platform/secrets";
import type { Tracing } from "@balcao/platform/tracing";
import type { Directory } from "../directory/index.js";

/** What pushes to browsers need of the installation. */
interface PushServices {
  readonly keys: VapidKeys;
  /** A push service of tests on this machine; undefined in production. */
  readonly loopbackPort: number | undefined;
}

interface AiServices {
  readonly server: AiServer;
  /** How many requests a person has on a day [D-282]. */
  readonly requestsPerDay: number;
}

/** The services that every command and query needs; created once per process. */
export interface Services {
  readonly database: Database;
  /** Connections of searches; null in processes that search nothing. */
  readonly search: SearchPool | null;
  /** Null where no replica is configured, or this process reads nothing that may be old. */
  readonly replica: ReadReplica | null;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly waker: Waker;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Null where no receiver of traces is configured (ADR 31). */
  readonly tracing: Tracing | null;
  /** Seals tokens and session keys at rest; the context names table, column and row. */
  readonly sealer: Sealer;
  readonly push: PushServices;
  /** Null where no AI server is configured. */
  readonly ai: AiServices | null;
  /** Where chatbots may be: judged when an address is saved, and at each call [D-283]. */
  readonly chatbotAddresses: AddressRule;
  /** Where webhooks may go: judged in the same way (D-605). */
  readonly hookAddresses: AddressRule;
  /** The data folder (GLOSSARY). */
  readonly dataDir: string;
  readonly files: FileStore;
  readonly audio: AudioTool;
  readonly pictures: PictureTool;
  /** Returns the signed, expiring address of a file for one session [M-10]. */
  readonly fileUrl: (sessionId: string, fileId: string) => string;
}

/** Who asks, with the current rights, and the facts of the request. */
export interface Ctx {
  readonly actor: Actor;
  readonly sessionId: string;
  /** Set for a program that calls with a token, whose id is `sessionId` (D-570). */
  readonly byToken?: true;
  readonly ip: string | null;
  readonly now: Date;
  /**
   * Method and path with ids, as `POST /messages/12`. An idempotency key is valid for one route.
   */
  readonly route: string;
  /** The client's key of this request (header Idempotency-Key), valid for 24 hours. */
  readonly idempotencyKey: string | null;
  /** Aborted when the person no longer waits for the answer: long reads stop. */
  readonly signal?: AbortSignal;
}

/**
 * Topics about the session of one connection: its gateway reported a change, or a send found the
 * gateway or session away.
 */
export const SESSION_WAKE = {
  event: (connectionId) => `session:${connectionId}`,
  send: (connectionId) => `sessionAway:${connectionId}`,
} as const satisfies Readonly<Record<Exclude<StatusCause, "missed">, (connectionId: number) => string>>;

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
  chatbots: "chatbots",
  sends: "sends",
  pushes: "pushes",
  hooks: "hooks",
} as const satisfies { readonly [W in Wake]: W };
