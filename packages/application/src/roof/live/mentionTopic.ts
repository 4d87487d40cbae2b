import type { MentionLivePayload } from "../../ground/kernel/index.js";
import { readsMention, toMentionView } from "../../inbox/mentions/index.js";
import { readTicketMessages } from "../../inbox/tickets/index.js";
import { NOTHING, type Topic } from "./topic.js";

/** Only mentioned people hear of their mentions, and of a new one only those who read its comment (D-254). */
export const mentionTopic: Topic<MentionLivePayload> = {
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
