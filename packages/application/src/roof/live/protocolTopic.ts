import type { Actor } from "@balcao/domain/access";
import { sees } from "@balcao/domain/tickets";
import { getProtocolRowsByIds } from "@balcao/database/protocols";
import type { RowLivePayload } from "../../ground/kernel/index.js";
import { toProtocolView } from "../../inbox/protocols/index.js";
import { NOTHING, type Topic } from "./topic.js";

/** Who may open the ticket receives its protocols, without a join [RT-024, D-203]. */
export const protocolTopic: Topic<RowLivePayload> = {
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
