import { createFaultTable, type FaultTable } from "../wuzapi/faults.js";
import { createRandom, type Random } from "../wuzapi/png.js";
import { createGraphClock, type GraphClock } from "./clock.js";
import { createRecorder, type Recorder } from "../wuzapi/recorder.js";
import { KEPT_ENTRIES, type GraphEntry } from "./recorder.js";
import type {
  GraphOptions,
  GraphTemplate,
  MediaFile,
  PhoneNumber,
  Policy,
  SampleUpload,
  SentMessage,
  Switches,
  Waba,
  WebhookFaults,
} from "./types.js";

/** The whole state of the stand-in. */
export interface GraphWorld {
  readonly clock: GraphClock;
  readonly random: Random;
  readonly recorder: Recorder<GraphEntry>;
  readonly faults: FaultTable;
  readonly options: GraphOptions;
  /** The origin of media addresses. */
  origin: string;
  closed: boolean;
  appSecret: string;
  webhookUrl: string;
  readonly tokens: Map<string, "good" | "expired" | "revoked" | "restricted">;
  readonly wabas: Map<string, Waba>;
  readonly numbers: Map<string, PhoneNumber>;
  readonly media: Map<string, MediaFile>;
  readonly samples: Map<string, SampleUpload>;
  /** Media addresses by their last path segment. */
  readonly addresses: Map<string, { readonly mediaId: string; readonly expires: number }>;
  /** How many of the next media addresses are invalid from the start. */
  deadAddresses: number;
  readonly sent: Map<string, SentMessage>;
  /** Messages of customers by id, with the read marks and typing that our side sent. */
  readonly received: Map<string, { read: boolean; typing: number; readonly from: string }>;
  /** The last inbound message per number and customer, in milliseconds since 1970. */
  readonly windows: Map<string, number>;
  /** The fields that the app is subscribed to. */
  fields: ReadonlySet<string>;
  /** Customers whom Meta's agent answers. */
  readonly agentOf: Set<string>;
  readonly buckets: Map<string, { level: number; at: number }>;
  policy: Policy;
  switches: Switches;
  webhookFaults: WebhookFaults;
  later(ms: number, task: () => void): void;
  nextId(): string;
  nextWamid(): string;
}

/**
 * The fields of Meta's webhooks for WhatsApp accounts, after its overview; an app chooses among them. `user_id_update` is none of them
 * (Meta's changelog of 2026-08-11).
 */
const FIELDS = [
  ..."account_alerts account_review_update account_update automatic_events business_capability_update calls flows".split(" "),
  ..."history message_template_components_update message_template_quality_update message_template_status_update".split(" "),
  ..."messages messaging_handovers partner_solutions payment_configuration_update phone_number_name_update".split(" "),
  ..."phone_number_quality_update security smb_app_state_sync smb_message_echoes standby template_category_update".split(" "),
  "user_preferences",
];

const POLICY: Policy = { sentAfterMs: 5, deliveredAfterMs: 10, readAfterMs: null };

/** A state with one business account and one number, or those of the options. */
export function createGraphWorld(options: GraphOptions): GraphWorld {
  const clock = options.clock ?? createGraphClock();
  const random = createRandom(options.seed ?? 1);
  let ids = 1_000_000_000_000;
  let wamids = 0;
  const wabaId = options.wabaId ?? "102290129340398";
  const numberId = options.phoneNumberId ?? "106540352242922";
  const world: GraphWorld = {
    clock,
    random,
    recorder: createRecorder<GraphEntry>(KEPT_ENTRIES),
    faults: createFaultTable(random),
    options,
    origin: "",
    closed: false,
    appSecret: options.appSecret,
    webhookUrl: options.webhookUrl ?? "",
    tokens: new Map([[options.token, "good"]]),
    wabas: new Map<string, Waba>([[wabaId, { id: wabaId, subscribed: false, templates: [] satisfies GraphTemplate[] }]]),
    numbers: new Map([[numberId, newNumber(numberId, wabaId, options.display ?? "+55 11 97000-0001")]]),
    media: new Map(),
    samples: new Map(),
    addresses: new Map(),
    deadAddresses: 0,
    sent: new Map(),
    received: new Map(),
    windows: new Map(),
    fields: new Set(FIELDS),
    agentOf: new Set(),
    buckets: new Map(),
    policy: { ...POLICY, ...options.policy },
    switches: {},
    webhookFaults: {},
    later: (ms, task) => {
      clock.after(ms, () => {
        if (!world.closed) task();
      });
    },
    nextId: () => String((ids += 1)),
    nextWamid: () => `wamid.${Buffer.from(`simulated-${(wamids += 1)}-${Math.floor(random() * 1e9)}`).toString("base64")}`,
  };
  return world;
}

/** A registered number of an account. */
export function newNumber(id: string, wabaId: string, display: string): PhoneNumber {
  return { id, wabaId, display, name: "Loja", registered: true, pin: "123456", status: "CONNECTED", quality: "GREEN" };
}

/** The first number of the stand-in. */
export function firstNumber(world: GraphWorld): PhoneNumber {
  const [number] = world.numbers.values();
  if (number === undefined) throw new Error("no such number");
  return number;
}

/** The key of a customer's window at a number. */
export function windowKey(numberId: string, customer: string): string {
  return `${numberId} ${customer}`;
}

/** Takes one token from a bucket of `size` that refills by `perSecond`; false when it is empty. */
export function takeDrop(world: GraphWorld, key: string, perSecond: number, size: number): boolean {
  const now = world.clock.now();
  const bucket = world.buckets.get(key) ?? { level: size, at: now };
  const level = Math.min(size, bucket.level + ((now - bucket.at) / 1000) * perSecond);
  world.buckets.set(key, { level: level < 1 ? level : level - 1, at: now });
  return level >= 1;
}
