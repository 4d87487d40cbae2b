import { request as requestHttp } from "node:http";
import type { FaultRule } from "../wuzapi/faults.js";
import { createAgentControl, metadataOf } from "./agent.js";
import { toSeconds } from "./clock.js";
import { toInboundChange, type GraphInbound } from "./inbound.js";
import type { GraphEntry } from "./recorder.js";
import { sendStatus, type StatusError, type MessageStatus } from "./statuses.js";
import { judge, recategorise } from "./templates.routes.js";
import type { GraphTemplate, Json, PhoneNumber, Policy, SentMessage, Switches, WebhookFaults } from "./types.js";
import { escapedJson, type GraphWebhooks } from "./webhooks.js";
import { firstNumber, newNumber, windowKey, type GraphWorld } from "./world.js";

export interface GraphState {
  readonly numbers: readonly PhoneNumber[];
  readonly sent: readonly SentMessage[];
  readonly received: readonly { readonly id: string; readonly from: string; readonly read: boolean; readonly typing: number }[];
  readonly templates: readonly GraphTemplate[];
  readonly subscribed: boolean;
}

/** Actions of customers and of Meta as calls. None is part of the imitated API. */
export type GraphControl = ReturnType<typeof createGraphControl>;

/**
 * The WhatsApp Business app beside the API: what its owner does there comes as `smb_message_echoes`, `history` and
 * `smb_app_state_sync`, in the forms of Meta's references of these webhooks.
 */
function createCoexistenceControl(world: GraphWorld, webhooks: GraphWebhooks) {
  const send = (field: string, value: Json): Promise<boolean> => {
    const number = firstNumber(world);
    return webhooks.deliver({ wabaId: number.wabaId, field, value: { ...metadataOf(number), ...value } });
  };
  const own = (): string => firstNumber(world).display.replace(/\D/g, "");
  return {
    /** The owner writes, edits, deletes or reacts: `fields` has the type and what is below its name. */
    ownerDoes: ({ to, ...fields }: { to: string } & Json): { readonly id: string; readonly attempt: Promise<boolean> } => {
      const id = world.nextWamid();
      const echo = { from: own(), to, id, timestamp: toSeconds(world.clock.now()), ...fields };
      return { id, attempt: send("smb_message_echoes", { message_echoes: [echo] }) };
    },
    /** A chunk of the history of one customer: messages of either side, some time ago. */
    history: ({
      from,
      messages,
      progress,
    }: {
      from: string;
      messages: readonly { readonly id: string; readonly fromMe?: boolean; readonly agoMs: number; readonly fields: Json }[];
      progress: number;
    }): Promise<boolean> => {
      const past = messages.map(({ id, fromMe = false, agoMs, fields }) => ({
        from: fromMe ? own() : from,
        ...(fromMe ? { to: from } : {}),
        id,
        timestamp: toSeconds(world.clock.now() - agoMs),
        ...fields,
        history_context: { status: fromMe ? "READ" : "PENDING" },
      }));
      return send("history", { history: [{ metadata: { phase: 0, chunk_order: 1, progress }, threads: [{ id: from, messages: past }] }] });
    },
    savesContact: ({ phone, name }: { phone: string; name: string }): Promise<boolean> =>
      send("smb_app_state_sync", {
        state_sync: [
          {
            type: "contact",
            contact: { full_name: name, first_name: name.split(" ")[0] ?? "", phone_number: phone },
            action: "add",
            metadata: { timestamp: toSeconds(world.clock.now()) },
          },
        ],
      }),
    /** A customer stops or resumes marketing messages in WhatsApp. */
    prefers: ({ from, value }: { from: string; value: "stop" | "resume" }): Promise<boolean> =>
      send("user_preferences", {
        contacts: [{ profile: { name: "Cliente" }, wa_id: from }],
        user_preferences: [
          {
            wa_id: from,
            detail: `User requested to ${value} marketing messages`,
            category: "marketing_messages",
            value,
            timestamp: Math.floor(world.clock.now() / 1_000),
          },
        ],
      }),
  };
}

export function createGraphControl(world: GraphWorld, webhooks: GraphWebhooks) {
  const wabaId = (): string => [...world.wabas.keys()][0] ?? "";
  const control = {
    /** A customer's action; `attempt` resolves to whether its first delivery was accepted. */
    inbound: (input: GraphInbound): { readonly id: string; readonly attempt: Promise<boolean> } => {
      const { id, change } = toInboundChange(world, input);
      return { id, attempt: webhooks.deliver(change) };
    },
    /** Opens the window of 24 hours as if the customer wrote now, without a webhook. */
    openWindow: ({ from }: { from: string }): void => {
      for (const id of world.numbers.keys()) world.windows.set(windowKey(id, from), world.clock.now());
    },
    status: ({ wamid, status, error }: { wamid: string; status: MessageStatus; error?: StatusError }): Promise<boolean> => {
      const message = world.sent.get(wamid);
      return message === undefined ? Promise.resolve(false) : sendStatus(world, webhooks, message, status, error);
    },
    /** Unsubscribes the app from fields. */
    unsubscribe: ({ fields }: { fields: readonly string[] }): void => {
      world.fields = new Set([...world.fields].filter((name) => !fields.includes(name)));
    },
    ...createAgentControl(world, webhooks),
    ...createCoexistenceControl(world, webhooks),
    /** A customer changes the number. */
    userChangesNumber: ({ from, to }: { from: string; to: string }) =>
      control.inbound({
        from,
        kind: "system",
        fields: { type: "user_changed_number", body: `User changed from ${from} to ${to}`, wa_id: to },
      }),
    /** A call begins or ends. */
    call: ({ id, from, event }: { id: string; from: string; event: "connect" | "terminate" }): Promise<boolean> => {
      const [number] = world.numbers.values();
      const call = { id, from, event, timestamp: toSeconds(world.clock.now()) };
      return webhooks.deliver({
        wabaId: wabaId(),
        field: "calls",
        value: { messaging_product: "whatsapp", metadata: { display_phone_number: "", phone_number_id: number?.id ?? "" }, calls: [call] },
      });
    },
    templateDecision: ({ name, decision, reason = "" }: { name: string; decision: string; reason?: string }): Promise<unknown> =>
      Promise.all(
        [...world.wabas.values()].flatMap((waba) =>
          waba.templates.filter((template) => template.name === name).map((template) => judge(webhooks, waba, template, decision, reason)),
        ),
      ),
    /** Adds a template without a review, to the first account by default. */
    addTemplate: ({
      waba = wabaId(),
      ...template
    }: Omit<GraphTemplate, "id" | "reason"> & { readonly reason?: string; readonly waba?: string }): void => {
      world.wabas.get(waba)?.templates.push({ reason: "", ...template, id: world.nextId() });
    },
    /** Sends the review of a template that no longer exists. */
    recordReview: ({ template, status }: { template: GraphTemplate; status: string }): Promise<unknown> =>
      Promise.all([...world.wabas.values()].map((waba) => judge(webhooks, waba, template, status, ""))),
    /** Refills every rate limit. */
    clearLimits: (): void => world.buckets.clear(),
    /** Forgets every uploaded file, as after 30 days. */
    forgetMedia: (): void => world.media.clear(),
    clearTemplates: (): void => {
      for (const waba of world.wabas.values()) waba.templates = [];
    },
    qualityUpdate: ({ phoneNumberId, quality }: { phoneNumberId: string; quality: string }): Promise<boolean> => {
      const number = world.numbers.get(phoneNumberId);
      if (number !== undefined) number.quality = quality;
      return webhooks.deliver({
        wabaId: wabaId(),
        field: "phone_number_quality_update",
        value: { display_phone_number: number?.display.replace(/\D/g, "") ?? "", event: quality === "GREEN" ? "UPGRADE" : "FLAGGED" },
      });
    },
    /** Sends an event of the account, `account_update` unless another field is named: it is restricted, locked or reviewed. */
    accountUpdate: ({ field = "account_update", ...value }: { field?: string } & Json): Promise<boolean> =>
      webhooks.deliver({ wabaId: wabaId(), field, value }),
    /** Moves a template to another category. */
    templateCategory: ({ name, category }: { name: string; category: string }): Promise<unknown> =>
      Promise.all(
        [...world.wabas.values()].flatMap((waba) =>
          waba.templates.filter((template) => template.name === name).map((template) => recategorise(webhooks, waba, template, category)),
        ),
      ),
    numberStatus: ({ phoneNumberId, status }: { phoneNumberId: string; status: string }): void => {
      const number = world.numbers.get(phoneNumberId);
      if (number !== undefined) number.status = status;
    },
    /** Adds a business account that the token can also access. */
    addAccount: ({ wabaId: id }: { wabaId: string }): void => void world.wabas.set(id, { id, subscribed: false, templates: [] }),
    /** Adds a number to the first account or to another one. */
    addNumber: ({ id, display, waba = wabaId() }: { id: string; display: string; waba?: string }): void => {
      if (!world.wabas.has(waba)) world.wabas.set(waba, { id: waba, subscribed: false, templates: [] });
      world.numbers.set(id, newNumber(id, waba, display));
    },
    token: ({ value, state }: { value: string; state: "good" | "expired" | "revoked" | "restricted" }): void =>
      void world.tokens.set(value, state),
    rotateSecret: ({ secret }: { secret: string }): void => void (world.appSecret = secret),
    webhook: ({ url }: { url: string }): void => void (world.webhookUrl = url),
    policy: (policy: Partial<Policy>): void => void (world.policy = { ...world.policy, ...policy }),
    switches: (switches: Switches): void => void (world.switches = { ...world.switches, ...switches }),
    webhookFaults: (faults: WebhookFaults): void => void (world.webhookFaults = faults),
    fault: (rule: FaultRule): void => world.faults.add(rule),
    clearFaults: (): void => world.faults.clear(),
    advance: ({ ms }: { ms: number }): void => world.clock.advance(ms),
    /** Lets the next media addresses expire at once. */
    expireAddresses: ({ times }: { times: number }): void => void (world.deadAddresses = times),
    /** Posts any value as a signed body; resolves to the status. */
    raw: ({ body }: { body: unknown }): Promise<number> => webhooks.post(typeof body === "string" ? body : escapedJson(body)),
    /**
     * Verifies the webhook's address, as Meta does when the address is entered; resolves to whether
     * it returned the raw challenge.
     */
    verifyWebhook: ({ verifyToken }: { verifyToken: string }): Promise<boolean> => askForConsent(world.webhookUrl, verifyToken),
    idle: (): Promise<void> => webhooks.idle(),
    bytesOf: (mediaId: string): Buffer | null => world.media.get(mediaId)?.bytes ?? null,
    fileNameOf: (mediaId: string): string => world.media.get(mediaId)?.fileName ?? "",
    log: (): readonly GraphEntry[] => world.recorder.list(),
    clearLog: (): void => world.recorder.clear(),
    state: (): GraphState => ({
      numbers: [...world.numbers.values()],
      sent: [...world.sent.values()],
      received: [...world.received].map(([id, facts]) => ({ id, ...facts })),
      templates: [...world.wabas.values()].flatMap(({ templates }) => templates),
      subscribed: world.wabas.get(wabaId())?.subscribed ?? false,
    }),
    /**
     * Removes messages, windows, limits, files and fault rules; accounts, tokens and templates
     * stay.
     */
    reset: (): void => {
      for (const map of [world.sent, world.received, world.windows, world.buckets, world.media, world.addresses]) map.clear();
      world.agentOf.clear();
      world.faults.clear();
      world.recorder.clear();
      world.webhookFaults = {};
      world.switches = {};
    },
  };
  return control;
}

const CHALLENGE = "1158201444";

function askForConsent(address: string, verifyToken: string): Promise<boolean> {
  const url = new URL(address);
  url.search = new URLSearchParams({ "hub.mode": "subscribe", "hub.verify_token": verifyToken, "hub.challenge": CHALLENGE }).toString();
  return new Promise((resolve) => {
    const outgoing = requestHttp(url, { agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(response.statusCode === 200 && Buffer.concat(chunks).toString("utf8") === CHALLENGE));
    });
    outgoing.on("error", () => resolve(false));
    outgoing.end();
  });
}
