import { applyConnectionEvent, applySessionEvent } from "@balcao/contracts/connections";
import { applyQueueEvent } from "@balcao/contracts/queues";
import type { ServerEvent } from "@balcao/contracts/realtime";
import type { QueryClient } from "@tanstack/react-query";
import type { LiveEffects, LiveUpdaters } from "../lib/live";
import { gapsQuery, parkedQuery, updateConnections } from "../lib/data/connections";
import { queuesQuery } from "../lib/data/queues";
import { readSettings } from "../lib/data/settings";
import { refreshMessagesInSight, updateMessages, updateMessagesByContact } from "../lib/data/messages";
import { updateTemplates } from "../lib/data/templates";
import {
  updateTicketCounts,
  updateTicketLists,
  updateTicketListsByConnection,
  updateTicketListsByContact,
  updateTicketListsByMessage,
} from "../lib/data/ticketLists";
import { toActor, type Self } from "../lib/session";
import { updateUsers } from "../lib/data/users";
import { updateUnreadByMessage, updateUnreadTickets } from "../lib/data/unreadTickets";

/**
 * What each live event does to the loaded data, which may be done twice. A feature adds its reducers here; the record names every event there is.
 */
export const liveUpdaters: LiveUpdaters = {
  ticket: (client, event) => {
    updateTicketLists(client, event);
    updateUnreadTickets(client, event);
    refreshMessagesInSight(client, event);
  },
  appMessage: (client, event) => {
    updateMessages(client, event);
    updateTicketListsByMessage(client, event);
    updateUnreadByMessage(client, event);
  },
  contact: (client, event) => {
    updateTicketListsByContact(client, event);
    updateMessagesByContact(client, event);
  },
  whatsapp: (client, event) => {
    updateConnections(client, (list) => applyConnectionEvent(list, event));
    updateTicketListsByConnection(client, event);
  },
  whatsappSession: (client, event) => {
    updateConnections(client, (list) => applySessionEvent(list, event));
    void client.invalidateQueries({ queryKey: gapsQuery(event.session.id).queryKey });
    void client.invalidateQueries({ queryKey: parkedQuery(event.session.id).queryKey });
  },
  user: updateUsers,
  queue: (client, event) => client.setQueryData(queuesQuery.queryKey, (list) => list && applyQueueEvent(list, event)),
  settings: (client) => {
    void client.invalidateQueries({ queryKey: ["settings"] });
    // Settings decide what a list holds.
    void client.invalidateQueries({ queryKey: ["tickets", "list"] });
  },
  ticketBot: () => undefined,
  template: updateTemplates,
  ticketCounts: (client, event) => updateTicketCounts(client, event),
  resync: (client) => void client.invalidateQueries({ predicate: (query) => query.meta?.["live"] === true }),
};

/** Sounds are fetched with the first customer who writes. */
function ringFor(client: QueryClient, event: ServerEvent<"appMessage">): void {
  const self = client.getQueryData<Self | null>(["session"]);
  const settings = readSettings(client);
  if (self && settings && !event.message.fromMe)
    import("../lib/sound").then(({ ring }) => ring(event, toActor(self), settings)).catch(() => undefined);
}

export const liveEffects: LiveEffects = { appMessage: ringFor };
