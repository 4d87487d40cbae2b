import type { SimulatorClock } from "./clock.js";
import type { FaultTable } from "./faults.js";
import type { FileStore } from "./files.js";
import type { Random } from "./png.js";
import type { Recorder } from "./recorder.js";
import type {
  Activity,
  ChatMessage,
  Customer,
  Group,
  Phone,
  ReceiptPolicy,
  RetryPolicy,
  Session,
  Switches,
  WebhookFaults,
  WebhookFormat,
  Webhooks,
  WuzapiUser,
} from "./types.js";

/** The whole state of one stand-in; routes and control change it and call `changed`. */
export interface World {
  readonly adminToken: string;
  readonly clock: SimulatorClock;
  readonly random: Random;
  readonly retry: RetryPolicy;
  readonly webhookTimeoutMs: number;
  readonly editWindowMs: number;
  readonly allowedMediaHosts: ReadonlySet<string>;
  readonly users: Map<string, WuzapiUser>;
  readonly sessions: Map<string, Session>;
  readonly phones: Map<string, Phone>;
  readonly customers: Map<string, Customer>;
  readonly groups: Map<string, Group>;
  readonly chats: Map<string, ChatMessage[]>;
  readonly files: FileStore;
  /** The customer's phone → the key of the picture for /user/avatar. */
  readonly avatars: Map<string, string>;
  readonly recorder: Recorder;
  readonly faults: FaultTable;
  readonly webhooks: Webhooks;
  /** Webhook events that wait until the user's client is connected again. */
  readonly waiting: Map<string, (() => void)[]>;
  /** What the company's side shows to customers: `number|chat` → composing or recording. */
  readonly typing: Map<string, "composing" | "recording">;
  readonly switches: Switches;
  readonly receipts: ReceiptPolicy;
  readonly webhookFaults: WebhookFaults;
  readonly activity: Activity[];
  /** Timers that `close` must end. */
  readonly timers: Set<() => void>;
  webhookFormat: WebhookFormat;
  /** The server's own origin, set once it listens. */
  origin: string;
  closed: boolean;
  changed(): void;
  onChange(listener: () => void): () => void;
  note(kind: Activity["kind"], name: string, detail?: string): void;
  /** Runs `task` after real milliseconds unless the stand-in closes first. */
  later(ms: number, task: () => void): void;
  /** Resolves after protocol milliseconds; never when the stand-in closes first. */
  wait(ms: number): Promise<void>;
}
