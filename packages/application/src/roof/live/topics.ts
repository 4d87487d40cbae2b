import type { LivePayloads, LiveTopic, MentionLivePayload, RowLivePayload } from "../../ground/kernel/index.js";
import { chatTopic } from "./chatTopic.js";
import { readsMention, toMentionView } from "../../inbox/mentions/index.js";
import { readTicketMessages } from "../../inbox/tickets/index.js";
import { NOTHING, type Topic } from "./topic.js";
import type { Actor } from "@balcao/domain/access";
import { sees } from "@balcao/domain/tickets";
import { getProtocolRowsByIds } from "@balcao/database/protocols";
import { getPlannedRows } from "@balcao/database/schedules";
import { toProtocolView } from "../../inbox/protocols/index.js";
import { rowTopics } from "./rowTopics.js";
import { ticketTopic } from "./ticketTopic.js";

/** Who may open the ticket receives its protocols, without a join [RT-024]. */
const protocolTopic: Topic<RowLivePayload> = {
  load: async (sql, _snapshot, events) => {
    const ids = [...new Set(events.map(({ payload }) => payload.id))];
    const rows = new Map((await getProtocolRowsByIds(sql, ids)).map((row) => [row.id, row]));
    return ({ payload: { id, action } }, directory) => {
      const row = rows.get(id);
      const isSeenBy = (actor: Actor): boolean => row !== undefined && sees(actor, directory.current().settings, row);
      return {
        classOf: ({ actor }) => (isSeenBy(actor) ? "seen" : NOTHING),
        present: ({ actor, presenter }) =>
          row && action !== "delete" && isSeenBy(actor)
            ? [{ name: "protocolo", event: { action, protocolo: toProtocolView(row, presenter), protocoloId: id } }]
            : [],
      };
    };
  },
};

/** Who may open the ticket hears of what is scheduled in it, without a join [D-273]. */
const plannedTopic: Topic<RowLivePayload> = {
  load: async (sql, _snapshot, events) => {
    const ids = [...new Set(events.map(({ payload }) => payload.id))];
    const rows = new Map((await getPlannedRows(sql, ids)).map((row) => [row.id, row]));
    return ({ payload: { id, action } }, directory) => {
      const row = rows.get(id);
      return {
        classOf: ({ actor }) => (row && sees(actor, directory.current().settings, row) ? "seen" : NOTHING),
        present: () =>
          row ? [{ name: "mensagemAgendada", event: { action, agendamentoId: id, ticketId: row.ticketId, contactId: row.contactId } }] : [],
      };
    };
  },
};

/** Only mentioned people hear of their mentions, and of a new one only those who read its comment. */
const mentionTopic: Topic<MentionLivePayload> = {
  load: async (sql, _snapshot, events) => {
    const ids = [...new Set(events.flatMap(({ payload }) => (payload.action === "create" ? payload.messageIds : [])))];
    const rows = new Map((await readTicketMessages(sql, ids)).map((row) => [row.message.id, row]));
    return ({ payload: { action, messageIds, userIds } }) => ({
      classOf: ({ actor, joins }) => (joins.notification && userIds.includes(actor.id) ? `person ${actor.id}` : NOTHING),
      present: ({ actor, presenter }) => {
        if (action === "delete") return [{ name: "mention", event: { action, messageIds: messageIds.map(String) } }];
        return messageIds.flatMap((id) => {
          const row = rows.get(id);
          if (!row || !readsMention(actor, row, presenter.directory)) return [];
          return [{ name: "mention", event: { action, mention: toMentionView(row, presenter) } } as const];
        });
      },
    });
  },
};

/** All topics. A recorded topic without an entry here does not compile. */
export const TOPICS: { readonly [T in LiveTopic]: Topic<LivePayloads[T]> } = {
  ticket: ticketTopic,
  protocol: protocolTopic,
  planned: plannedTopic,
  chat: chatTopic,
  mention: mentionTopic,
  ...rowTopics,
};
