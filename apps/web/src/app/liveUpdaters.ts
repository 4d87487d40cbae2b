import { byNewestUpdate } from "@balcao/contracts/botTickets";
import { applyConnectionEvent, applySessionEvent } from "@balcao/contracts/connections";
import type { ServerEvent } from "@balcao/contracts/live";
import { byNewestSend } from "@balcao/contracts/massSends";
import { byQuestionId } from "@balcao/contracts/questions";
import type { Actor } from "@balcao/domain/access";
import type { SettingKey, Settings } from "@balcao/domain/settings";
import type { QueryClient } from "@tanstack/react-query";
import { reloadConfig } from "../lib/config";
import type { TicketListFilter } from "../lib/data/belongsToList";
import { updateChatMessages, updateChats } from "../lib/data/chats";
import { connectionsQuery, gapsQuery, parkedQuery, updateConnections } from "../lib/data/connections";
import { reloadContacts, updateContact, updateContactTickets } from "../lib/data/contacts";
import { refreshDecisions } from "../lib/data/decisions";
import { updateGallery } from "../lib/data/gallery";
import { refreshInvited } from "../lib/data/invited";
import { updateJobs } from "../lib/data/jobs";
import { refreshMessagesInSight, updateMessages, updateMessagesByContact } from "../lib/data/messages";
import { updateNames } from "../lib/data/names";
import { refreshNotices, updateNotices } from "../lib/data/notices";
import { refreshPlanned } from "../lib/data/planned";
import { updateChatPresence, updatePresence } from "../lib/data/presence";
import { updateProtocols } from "../lib/data/protocols";
import { updateQueues } from "../lib/data/queues";
import { updateQuickAnswers } from "../lib/data/quickAnswers";
import { showScheduleUpdate, updateSchedules, toastOn } from "../lib/data/schedules";
import { loadSettings } from "../lib/data/settings";
import { updateTags } from "../lib/data/tags";
import { updateTemplates } from "../lib/data/templates";
import {
  updateTicketCounts,
  updateTicketLists,
  updateTicketListsByConnection,
  updateTicketListsByContact,
  updateTicketListsByMessage,
} from "../lib/data/ticketLists";
import { updateFoundTickets } from "../lib/data/ticketSearch";
import { updateUnreadByMessage, updateUnreadTickets } from "../lib/data/unreadTickets";
import { updateUsers } from "../lib/data/users";
import { readSelf } from "../lib/data/viewer";
import { updateRow, wholeList } from "../lib/data/wholeLists";
import { refetchLive, type LiveEffects, type LiveUpdaters } from "../lib/live";
import type * as Notifier from "../lib/notifications";
import { toActor, updateSelf } from "../lib/session";

/** The settings that the public configuration shows. */
const CONFIG_KEYS: readonly string[] = ["companyName", "companyLogo", "defaultLanguage"] satisfies readonly SettingKey[];

const say = toastOn("/envios", "Envio atualizado!");

/** The loaded list after an event; the recipients of the open one are read again. */
function updateMassSends(client: QueryClient, event: ServerEvent<"envioMassa">): void {
  updateRow(client, "massSends", { id: event.envioId, row: event.action === "delete" ? null : event.envios }, byNewestSend);
  void client.invalidateQueries({ queryKey: ["massSendRecipients", event.envioId] });
}

/** Says on the page of mass sends that one has changed (SEND-013). */
function showSendUpdate(_client: QueryClient, event: ServerEvent<"envioMassa">): void {
  if (event.action === "update") say(event.envioId);
}

/** The loaded views and their counts after an event, and the list of the changed one (D-612). */
function updateSavedViews(client: QueryClient, { action, viewId }: ServerEvent<"savedView">): void {
  const { queryKey } = wholeList("savedViews");
  if (action === "delete") client.setQueryData(queryKey, (views) => views?.filter(({ id }) => id !== viewId));
  void client.invalidateQueries({ queryKey });
  if (action === "update")
    void client.invalidateQueries({
      queryKey: ["tickets", "list"],
      predicate: ({ queryKey: [, , filter] }) => (filter as TicketListFilter | undefined)?.view === viewId,
    });
}

/**
 * How each live event changes the loaded data; applying an event twice must have the same result.
 * The type requires an entry for every event.
 */
export const liveUpdaters: LiveUpdaters = {
  ticket: (client, event) => {
    updateTicketLists(client, event);
    updateUnreadTickets(client, event);
    if (event.action === "update") {
      updateFoundTickets(client, event.ticket);
      updateContactTickets(client, event.ticket);
      refreshDecisions(client, event.ticketId);
    }
    refreshMessagesInSight(client, event);
    refreshNotices(client, event);
    refreshInvited(client, event.ticketId, event.action === "update" ? event.ticket : undefined);
  },
  appMessage: (client, event) => {
    updateMessages(client, event);
    updateTicketListsByMessage(client, event);
    updateUnreadByMessage(client, event);
    updateGallery(client, event);
    updateFoundTickets(client, event.ticket);
    refreshDecisions(client, event.ticket.id);
    refreshInvited(client, event.ticket.id, event.ticket);
  },
  job: updateJobs,
  account: (client) => void client.invalidateQueries({ queryKey: ["userSessions"] }),
  contact: (client, event) => {
    if (event.action === "reload") return reloadContacts(client);
    updateTicketListsByContact(client, event);
    updateMessagesByContact(client, event);
    updateContact(client, event);
  },
  whatsapp: (client, event) => {
    refreshHistories(client, event);
    updateConnections(client, (list) => applyConnectionEvent(list, event));
    updateTicketListsByConnection(client, event);
    if (event.action === "update") updateNames(client, "connection", { id: event.whatsappId, name: event.whatsapp.name });
  },
  whatsappSession: (client, event) => {
    updateConnections(client, (list) => applySessionEvent(list, event));
    void client.invalidateQueries({ queryKey: gapsQuery(event.session.id).queryKey });
    void client.invalidateQueries({ queryKey: parkedQuery(event.session.id).queryKey });
  },
  user: (client, event) => {
    updateUsers(client, event);
    if (event.action !== "delete" && "email" in event.user) updateSelf(event.user);
  },
  queue: updateQueues,
  tag: updateTags,
  quickAnswer: updateQuickAnswers,
  settings: (client, { setting: { key } }) => {
    if (CONFIG_KEYS.includes(key)) reloadConfig();
    // Settings decide what a person may see.
    refetchLive(client);
  },
  ticketBot: (client, event) => {
    const row = event.action === "create" || event.action === "update" ? event.ticket : null;
    updateRow(client, "botTickets", { id: event.ticketId, row }, byNewestUpdate);
  },
  pergunta: (client, event) =>
    updateRow(client, "questions", { id: event.perguntaId, row: event.action === "delete" ? null : event.perguntas }, byQuestionId),
  envioMassa: updateMassSends,
  agendamento: updateSchedules,
  mensagemAgendada: refreshPlanned,
  template: updateTemplates,
  protocolo: updateProtocols,
  chat: updateChats,
  ticketChat: updateChats,
  appMessageChat: updateChatMessages,
  // The chat itself comes with `chat`; this one is for those who count alone.
  unreadMessageChat: () => undefined,
  notice: updateNotices,
  savedView: updateSavedViews,
  ticketCounts: (client, event) => updateTicketCounts(client, event),
  ticketPresence: updatePresence,
  chatPresence: updateChatPresence,
  resync: refetchLive,
};

/**
 * Reads messages and previews afresh when a connection shows another part of its history than
 * before.
 */
function refreshHistories(client: QueryClient, event: ServerEvent<"whatsapp">): void {
  if (event.action === "delete") return;
  const { id, historyByQueue, historyByUser } = event.whatsapp;
  const known = client.getQueryData(connectionsQuery.queryKey)?.find((connection) => connection.id === id);
  if (!known || (known.historyByQueue === historyByQueue && known.historyByUser === historyByUser)) return;
  void client.invalidateQueries({ queryKey: ["messages"] });
  void client.invalidateQueries({ queryKey: ["notices"] });
  void client.invalidateQueries({ queryKey: ["tickets", "list"] });
}

/**
 * Notifies the signed-in person. Sounds, notifications and settings are loaded with the first message
 * that needs them: a phone's page may have read none.
 */
async function notify(client: QueryClient, by: (door: typeof Notifier, actor: Actor, settings: Settings) => Promise<void>): Promise<void> {
  const self = readSelf(client);
  if (!self) return;
  const [door, settings] = await Promise.all([import("../lib/notifications"), loadSettings(client)]);
  await by(door, toActor(self), settings);
}

/** A notification that fails leaves the message where it is. */
const quietly = (work: Promise<void>): void => void work.catch(() => undefined);

export const liveEffects: LiveEffects = {
  appMessage: (client, event) => {
    if (!event.message.fromMe) quietly(notify(client, (door, actor, settings) => door.notifyOfMessage(event, actor, settings)));
  },
  appMessageChat: (client, event) => {
    if (!event.message.fromMe) quietly(notify(client, (door, actor, settings) => door.notifyOfChatMessage(event, actor, settings)));
  },
  notice: (client, event) => {
    if (event.action === "create") quietly(notify(client, (door, actor, settings) => door.notifyOfNotice(event, actor, settings)));
  },
  account: (_client, event) => quietly(import("../lib/session/accountNotice").then(({ showAccountNotice }) => showAccountNotice(event))),
  envioMassa: showSendUpdate,
  agendamento: showScheduleUpdate,
};
