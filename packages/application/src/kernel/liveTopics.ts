import type { Wake } from "@balcao/database/sql";
import type { TemplateFacts } from "@balcao/domain/templates";
import type { TicketFacts } from "@balcao/domain/tickets";

/** What a ticket's live event remembers: who could see it before and after, and its messages. Views are read when it is broadcast. */
export interface TicketLivePayload {
  readonly change: "changed" | "read" | "deleted";
  readonly before: TicketFacts | null;
  readonly after: TicketFacts | null;
  readonly version: number;
  readonly createdMessages: readonly number[];
  readonly updatedMessages: readonly number[];
}

/** Events of small tables name their row. */
export interface RowLivePayload {
  readonly id: number;
  readonly action: "create" | "update" | "delete";
}

export interface SettingLivePayload {
  readonly key: string;
}

/** A template is no row of ours: its event carries what the gateway answered. */
export type TemplateLivePayload =
  | { readonly action: "create" | "update"; readonly connectionId: number; readonly template: TemplateFacts }
  | { readonly action: "delete"; readonly connectionId: number; readonly name: string };

/** The payload of each live topic. A topic added here must get its entry in `LIVE_TOPICS` and in the broadcast's table. */
export interface LivePayloads {
  ticket: TicketLivePayload;
  contact: RowLivePayload;
  user: RowLivePayload;
  queue: RowLivePayload;
  connection: RowLivePayload;
  /** The state of a connection's session. */
  session: RowLivePayload;
  setting: SettingLivePayload;
  template: TemplateLivePayload;
}

export type LiveTopic = keyof LivePayloads;

interface LiveTopicFacts {
  /** The directory holds these rows: it is read again after the commit, here and in every other process. */
  readonly inDirectory: boolean;
  /** Loops that look for such changes. */
  readonly wakes: readonly Wake[];
  /** An event may change somebody's ticket counts. */
  readonly movesCounts: boolean;
}

/** What follows from an event of each topic, beside its broadcast. */
export const LIVE_TOPICS: { readonly [T in LiveTopic]: LiveTopicFacts } = {
  ticket: { inDirectory: false, wakes: [], movesCounts: true },
  contact: { inDirectory: false, wakes: [], movesCounts: false },
  user: { inDirectory: true, wakes: ["directory"], movesCounts: true },
  queue: { inDirectory: true, wakes: ["directory"], movesCounts: true },
  connection: { inDirectory: true, wakes: ["directory", "sessions"], movesCounts: false },
  session: { inDirectory: true, wakes: ["directory"], movesCounts: false },
  setting: { inDirectory: true, wakes: ["directory"], movesCounts: true },
  template: { inDirectory: false, wakes: [], movesCounts: false },
};
