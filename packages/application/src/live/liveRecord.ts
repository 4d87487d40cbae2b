import type { TemplateFacts } from "@balcao/domain/templates";
import type { TicketFacts } from "@balcao/domain/tickets";
import { insertLiveEvent } from "@balcao/database/live";
import type { Sql } from "@balcao/database/sql";

/** What a ticket's live event remembers: who could see it before and after, and which of its messages are news. Views are read when it is told. */
export interface TicketLivePayload {
  readonly change: "changed" | "read" | "deleted";
  readonly before: TicketFacts | null;
  readonly after: TicketFacts | null;
  readonly version: number;
  readonly createdMessages: readonly number[];
  readonly updatedMessages: readonly number[];
}

/** Events of small tables name their row; `gone` tells that it was deleted. */
export interface RowLivePayload {
  readonly id: number;
  readonly action: "create" | "update" | "delete";
}

export interface SettingLivePayload {
  readonly key: string;
}

/** A template is no row of ours: its event carries what the gateway told. */
export type TemplateLivePayload =
  | { readonly action: "create" | "update"; readonly connectionId: number; readonly template: TemplateFacts }
  | { readonly action: "delete"; readonly connectionId: number; readonly name: string };

export type RowTopic = "user" | "queue" | "connection" | "session" | "contact";

/** One per transaction and ticket, after the ticket's row is locked. */
export async function recordTicketEvent(tx: Sql, ticketId: number, payload: TicketLivePayload): Promise<void> {
  await insertLiveEvent(tx, "ticket", ticketId, payload);
}

export async function recordRowEvent(tx: Sql, topic: RowTopic, payload: RowLivePayload): Promise<void> {
  await insertLiveEvent(tx, topic, null, payload);
}

export async function recordTemplateEvent(tx: Sql, payload: TemplateLivePayload): Promise<void> {
  await insertLiveEvent(tx, "template", null, payload);
}
