import type { RowEventName, ServerEvent } from "@balcao/contracts/live";
import type { DirectoryIds } from "@balcao/database/directory";
import type { Wake } from "@balcao/database/sql";
import type { TemplateFacts } from "@balcao/domain/templates";
import type { ViewOwner } from "@balcao/domain/savedViews";
import type { ListedFacts } from "@balcao/domain/tickets";

/**
 * The payload of a ticket's live event: the facts that decide who could see it before and after,
 * and its messages. The views are read when it is broadcast.
 */
export interface TicketLivePayload {
  readonly change: "changed" | "read" | "deleted";
  readonly before: ListedFacts | null;
  readonly after: ListedFacts | null;
  readonly version: number;
  readonly createdMessages: readonly number[];
  readonly updatedMessages: readonly number[];
  /**
   * Messages of before came into or went out of somebody's sight, so that loaded ones are read
   * afresh.
   */
  readonly historyMoved?: boolean;
}

/** The payload of events about one row: its id. */
export interface RowLivePayload {
  readonly id: number;
  readonly action: "create" | "update" | "delete";
}

/** The payload of a chat's event: its messages, and who does not take part any more. Views are read when it is broadcast. */
export interface ChatLivePayload {
  readonly id: number;
  readonly action: "create" | "update" | "updateUnread";
  readonly left: readonly number[];
  readonly created: readonly number[];
  readonly updated: readonly number[];
  readonly deleted: readonly number[];
  /** The person whose read marker moved. */
  readonly readBy?: number;
}

/** The payload of notices: their keys, and whom it concerns. `delete`: they are no longer new. */
export interface NoticeLivePayload {
  readonly action: "create" | "delete";
  readonly keys: readonly string[];
  readonly userIds: readonly number[];
}

/** The payload of a saved view: who had it and who has it, or the one person for whom it became a tab or is none any more. */
export interface SavedViewLivePayload extends RowLivePayload {
  readonly before: ViewOwner | null;
  readonly after: ViewOwner | null;
  readonly onlyUserId?: number;
}

export interface SettingLivePayload {
  readonly key: string;
}

/** Templates have no rows here, so the event contains the gateway's answer. */
export type TemplateLivePayload =
  | { readonly action: "create" | "update"; readonly connectionId: number; readonly template: TemplateFacts }
  | { readonly action: "delete"; readonly connectionId: number; readonly name: string };

/**
 * The payload of each live topic: the contract's `RowEvents` and these. Each needs its entry in
 * `TOPICS` of the live folder.
 */
export interface LivePayloads extends Readonly<Record<RowEventName, RowLivePayload>> {
  ticket: TicketLivePayload;
  user: RowLivePayload & { readonly profileChanged?: true };
  connection: RowLivePayload;
  /** The state of a connection's session. */
  session: RowLivePayload;
  setting: SettingLivePayload;
  template: TemplateLivePayload;
  protocol: RowLivePayload;
  /** Whether a person is online: the event is that of the account. */
  userStatus: RowLivePayload;
  /** A question of the bot. */
  question: RowLivePayload;
  /** Many contacts changed at once. */
  contacts: Readonly<Record<string, never>>;
  /** A job, for its person. */
  job: { readonly userId: number; readonly id: number };
  /** A change of an account that its person is told, but not in the session that signed in. */
  account: {
    readonly userId: number;
    readonly change: ServerEvent<"account">["action"];
    readonly userAgent?: string;
    readonly bySession?: string;
  };
  /** A run of a mass send. */
  massSend: RowLivePayload;
  schedule: RowLivePayload;
  /** A message that is scheduled in a conversation. */
  planned: RowLivePayload;
  /** An internal chat and its messages. */
  chat: ChatLivePayload;
  savedView: SavedViewLivePayload;
  /** Of what people are told. */
  notice: NoticeLivePayload;
  /** So much has changed, as by an import, that every browser reads again. */
  everything: Readonly<Record<string, never>>;
}

export type LiveTopic = keyof LivePayloads;

interface LiveTopicFacts {
  /** What a process reads again of its directory: all of it, the row of the payload's id, or nothing. */
  readonly directory: "all" | "user" | "connection" | null;
  /** Wake-up topics of the loops that handle such changes. */
  readonly wakes: readonly Wake[];
  /** An event may change somebody's ticket counts. */
  readonly movesCounts: boolean;
}

/** Topics whose events have consequences besides their broadcast. */
const FACTS: { readonly [T in LiveTopic]?: LiveTopicFacts } = {
  ticket: { directory: null, wakes: [], movesCounts: true },
  user: { directory: "all", wakes: ["directory"], movesCounts: true },
  // Who is connected is read by a worker where it decides, and not from its directory.
  userStatus: { directory: "user", wakes: [], movesCounts: false },
  queue: { directory: "all", wakes: ["directory"], movesCounts: true },
  connection: { directory: "all", wakes: ["directory", "sessions"], movesCounts: false },
  session: { directory: "connection", wakes: ["directory"], movesCounts: false },
  setting: { directory: "all", wakes: ["directory"], movesCounts: true },
  everything: { directory: "all", wakes: ["directory"], movesCounts: true },
};

const BROADCAST_ONLY: LiveTopicFacts = { directory: null, wakes: [], movesCounts: false };

/** The consequences of an event of this topic, besides its broadcast. */
export const liveTopicFacts = (topic: LiveTopic): LiveTopicFacts => FACTS[topic] ?? BROADCAST_ONLY;

/** What has to be read again of the directory after these events; null for nothing. */
export function toDirectoryChange(
  events: readonly { readonly topic: LiveTopic; readonly payload: unknown }[],
): DirectoryIds | "all" | null {
  const idsOf = (kind: "user" | "connection"): number[] =>
    events.flatMap(({ topic, payload }) => (liveTopicFacts(topic).directory === kind ? (payload as RowLivePayload).id : []));
  if (events.some(({ topic }) => liveTopicFacts(topic).directory === "all")) return "all";
  const [userIds, connectionIds] = [idsOf("user"), idsOf("connection")];
  return userIds.length + connectionIds.length > 0 ? { userIds, connectionIds } : null;
}
