import type { LiveUpdaters } from "../lib/live";
import { applyConnectionEvent, applySessionEvent, updateConnections } from "../lib/data/connections";
import { updateUnreadByMessage, updateUnreadTickets } from "../lib/data/unreadTickets";

/** What each live event does to the loaded data. A feature adds its reducers here; the record names every event there is. */
export const liveUpdaters: LiveUpdaters = {
  ticket: (client, event) => updateUnreadTickets(client, event),
  appMessage: (client, event) => updateUnreadByMessage(client, event),
  contact: () => undefined,
  whatsapp: (client, event) => updateConnections(client, (list) => applyConnectionEvent(list, event)),
  whatsappSession: (client, event) => updateConnections(client, (list) => applySessionEvent(list, event)),
  user: () => undefined,
  queue: (client) => void client.invalidateQueries({ queryKey: ["queues"] }),
  settings: (client) => void client.invalidateQueries({ queryKey: ["settings"] }),
  ticketBot: () => undefined,
  ticketCounts: () => undefined,
  resync: (client) => void client.invalidateQueries({ predicate: (query) => query.meta?.["live"] === true }),
};
