import type { LivePayloads, LiveTopic, NoticeLivePayload, RowLivePayload } from "../../ground/kernel/index.js";
import { chatTopic } from "./chatTopic.js";
import { readNotices } from "../../inbox/notices/index.js";
import { NOTHING, type Topic } from "./topic.js";
import type { Actor } from "@balcao/domain/access";
import { sees } from "@balcao/domain/tickets";
import { getNotices } from "@balcao/database/notices";
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

/** Only people who are told hear of their notices, and of a new one only those who may see what it is about. */
const noticeTopic: Topic<NoticeLivePayload> = {
  load: async (sql, _snapshot, events) => {
    const keys = [...new Set(events.flatMap(({ payload }) => (payload.action === "create" ? payload.keys : [])))];
    const rows = keys.length === 0 ? [] : await getNotices(sql, keys);
    const notices = new Map((await readNotices(sql, rows)).map((each) => [each.key, each]));
    return ({ payload: { action, keys: named, userIds } }) => ({
      classOf: ({ actor, joins }) => (joins.notification && userIds.includes(actor.id) ? `person ${actor.id}` : NOTHING),
      present: ({ actor, presenter }) => {
        if (action === "delete") return [{ name: "notice", event: { action, noticeIds: named } }];
        return named.flatMap((key) => {
          const notice = notices.get(key);
          if (!notice?.seenBy(actor, presenter.directory)) return [];
          return [{ name: "notice", event: { action, notice: notice.toView(presenter) } } as const];
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
  notice: noticeTopic,
  ...rowTopics,
};
