import type { InboundEvent, MessageContent } from "@balcao/domain/messages";
import { acceptDelivery } from "../intake/index.js";
import { drainLane, type Interpreter } from "../inbound/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";

/** A Monday, 12:00 in São Paulo: the company is open. */
export const MONDAY_NOON = new Date("2026-11-16T15:00:00Z");
export const MONDAY_NIGHT = new Date("2026-11-17T01:00:00Z");

interface SentRow {
  readonly body: string;
  readonly kind: string | null;
}

interface TicketRow {
  readonly id: number;
  readonly status: string;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly flowStep: string;
  readonly connectionId: number;
}

/** A company with its queues and people, to which customers write; time passes only when the test says so. */
export interface FlowStage extends Omit<TestServices, "services" | "connection"> {
  readonly services: Services;
  now(at?: Date): Date;
  settings(values: Readonly<Record<string, string>>): Promise<void>;
  queue(name: string, more?: { readonly order?: number; readonly greeting?: string }): Promise<number>;
  /** A person who is signed in and may work at any hour, in these queues. */
  person(name: string, queueIds: readonly number[], more?: { readonly isOnline?: boolean; readonly active?: boolean }): Promise<number>;
  connection(columns: Readonly<Record<string, unknown>>, queueIds?: readonly number[]): Promise<number>;
  /** Stores and applies what a customer writes. Returns the number of the event, for `again`. */
  writes(
    phone: string,
    connectionId: number,
    content: string | MessageContent,
    more?: Partial<InboundEvent & { kind: "message" }>,
  ): Promise<number>;
  /** Stores and applies what the company's side types to a customer on the phone. */
  typesOnPhone(phone: string, connectionId: number, text: string, more?: Partial<InboundEvent & { kind: "message" }>): Promise<number>;
  event(connectionId: number, event: InboundEvent, key?: string): Promise<number>;
  /** Runs `work` while what customers write is accepted, but not applied; then applies it. */
  late(work: () => Promise<void>): Promise<void>;
  /** The same webhook once more. */
  again(connectionId: number, event: number): Promise<void>;
  /** What was sent to a customer by itself, in order. */
  sent(phone: string): Promise<string[]>;
  sentRows(phone: string): Promise<SentRow[]>;
  /** The customer's tickets, the oldest first. */
  tickets(phone: string): Promise<TicketRow[]>;
  /** The rules of a ticket's automatic decisions, the oldest first. */
  rules(ticketId: number): Promise<string[]>;
  refresh(): Promise<void>;
}

export async function openFlowStage(): Promise<FlowStage> {
  const test = await openTestServices();
  let clock = MONDAY_NOON;
  let isHeld = false;
  const services: Services = { ...test.services, clock: { ...test.services.clock, now: () => clock } };
  const events: InboundEvent[] = [];
  const interpreter: Interpreter = {
    toInbound: (_api, _kind, payload) => events[(payload as { n: number }).n] ?? { kind: "ignored", reason: "" },
    openEdit: () => null,
  };
  const refresh = async (): Promise<void> => {
    await services.directory.refresh();
  };
  const insert = async (sql: string, values: readonly unknown[]): Promise<number> => {
    const [row] = await test.rows<{ id: number }>(sql, values);
    await refresh();
    return row?.id ?? 0;
  };
  const deliver = async (connectionId: number, n: number, key: string): Promise<void> => {
    const event = events[n];
    const sentAt = event?.kind === "message" ? event.sentAt : clock;
    const chat = event?.kind === "message" ? (event.ref.chat.phone ?? event.ref.chat.group ?? "x") : "x";
    const delivered = { kind: event?.kind ?? "ignored", chat, dedupeKey: key, sentAt, payload: { n }, fileIds: [] };
    await acceptDelivery(services, { id: connectionId }, { events: [delivered], files: [] });
    while (!isHeld && (await drainLane(services, interpreter)));
  };
  const stage: FlowStage = {
    ...test,
    services,
    refresh,
    now: (at) => (clock = at ?? clock),
    settings: async (values) => {
      for (const [key, value] of Object.entries(values))
        await test.rows("INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [
          key,
          value,
        ]);
      await refresh();
    },
    queue: (name, { order = 999, greeting = "" } = {}) =>
      insert("INSERT INTO queue (name, color, custom_order, greeting_message) VALUES ($1, '#7a7a7a', $2, $3) RETURNING id", [
        name,
        order,
        greeting,
      ]),
    person: async (name, queueIds, { isOnline = true, active = true } = {}) => {
      const id = await insert(
        `INSERT INTO user_account (name, email, password_hash, active, weekdays, saturday, sunday, holidays, start_time, end_time)
         VALUES ($1, lower($1) || '@balcao.test', 'x', $2, true, true, true, true, '00:00', '00:00') RETURNING id`,
        [name, active],
      );
      for (const queueId of queueIds) await test.rows("INSERT INTO user_queue VALUES ($1, $2)", [id, queueId]);
      if (isOnline) await test.rows("UPDATE user_account SET status = 'online' WHERE id = $1", [id]);
      await refresh();
      return id;
    },
    connection: async (columns, queueIds = []) => {
      const names = Object.keys(columns);
      const id = await insert(
        `INSERT INTO connection (api, name${names.map((name) => `, ${name}`).join("")}) VALUES ('baileys', 'C' || nextval('outbox_seq')${names.map((_, at) => `, $${at + 1}`).join("")}) RETURNING id`,
        Object.values(columns),
      );
      for (const queueId of queueIds) await test.rows("INSERT INTO connection_queue VALUES ($1, $2)", [id, queueId]);
      await refresh();
      return id;
    },
    writes: (phone, connectionId, content, more = {}) =>
      stage.event(connectionId, {
        kind: "message",
        ref: { chat: { phone }, author: { phone }, fromMe: false, externalId: `E${events.length}` },
        authorName: "Cliente",
        sentAt: clock,
        content: typeof content === "string" ? { kind: "text", type: "conversation", body: content } : content,
        quotedExternalId: null,
        mentions: [],
        forwarded: false,
        live: true,
        ...more,
      }),
    typesOnPhone: (phone, connectionId, text, more = {}) =>
      stage.writes(phone, connectionId, text, {
        ref: { chat: { phone }, author: { phone }, fromMe: true, externalId: `P${events.length}` },
        authorName: null,
        ...more,
      }),
    event: async (connectionId, event, key) => {
      const n = events.push(event) - 1;
      await deliver(connectionId, n, key ?? `k${n}`);
      return n;
    },
    late: async (work) => {
      isHeld = true;
      await work();
      isHeld = false;
      while (await drainLane(services, interpreter));
    },
    again: async (connectionId, n) => {
      await deliver(connectionId, n, `k${n}`);
      // A network may also deliver it as another event with the same message.
      await deliver(connectionId, n, `again${n}`);
    },
    sent: async (phone) => (await stage.sentRows(phone)).map(({ body }) => body),
    sentRows: (phone) =>
      test.rows(
        `SELECT m.body, o.cause_kind AS kind FROM outbox o JOIN message m ON m.id = o.message_id
         WHERE m.chat = 'phone:' || $1 AND o.origin = 'system' ORDER BY o.lane_seq`,
        [phone],
      ),
    tickets: (phone) =>
      test.rows(
        `SELECT t.id, t.status, t.queue_id AS "queueId", t.user_id AS "userId", t.flow_step AS "flowStep", t.connection_id AS "connectionId"
         FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.number = $1 ORDER BY t.id`,
        [phone],
      ),
    rules: async (ticketId) =>
      (await test.rows<{ rule: string }>("SELECT rule FROM ticket_decision WHERE ticket_id = $1 ORDER BY id", [ticketId])).map(
        ({ rule }) => rule,
      ),
  };
  // User 1 is the super administrator and cannot be inactive.
  await test.rows("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Admin', 'admin@balcao.test', 'x', 'admin')");
  await stage.settings({
    horarioAbertura: "08:00",
    horarioFechamento: "18:00",
    saturday: "disabled",
    sunday: "disabled",
    holidays: "disabled",
  });
  return stage;
}
