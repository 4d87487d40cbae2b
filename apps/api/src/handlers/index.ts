import type { AuthDesk } from "@balcao/application/auth";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { FeatureName } from "@balcao/contracts/routes";
import {
  changeConnection,
  createConnection,
  deleteConnection,
  endSession,
  getConnection,
  getQr,
  listConnectionGaps,
  listConnections,
  pairSession,
  renewSession,
  resolveConnectionGap,
  startSession,
} from "@balcao/application/connections";
import { createContact, findOrCreateContact, getContact, getContactGroup, listContacts } from "@balcao/application/contacts";
import { createRemark } from "@balcao/application/log";
import {
  changeMessage,
  deleteMessage,
  forwardMessage,
  listMessages,
  reactToMessage,
  reprocessMessage,
  sendCard,
  sendMessage,
  sendTemplate,
  settleMessage,
} from "@balcao/application/messages";
import { listNotes } from "@balcao/application/notes";
import { createQueue, getQueue, listQueues } from "@balcao/application/queues";
import { listSettings } from "@balcao/application/settings";
import { createTemplate, deleteTemplate, listTemplates, listTicketTemplates } from "@balcao/application/templates";
import { changeTicket, createTicket, getTicket, getTicketByContact, listTickets } from "@balcao/application/tickets";
import { createUser, getUser, listUsers } from "@balcao/application/users";
import { signedIn, type FeatureHandlers } from "../http/handler.js";
import { authHandlers, type SessionCookies } from "./auth.http.js";

/** A handler for every route of the contract. */
export type Handlers = { readonly [F in FeatureName]: FeatureHandlers<F> };

/** What answers the calls: each handler hands the parsed input to the command of its feature. `connectors` are those that this installation can open. */
export function createHandlers(desk: AuthDesk, cookies: SessionCookies, connectors: readonly ConnectorApi[]): Handlers {
  const { house } = desk;
  const passwordTools = { transportSecret: desk.secrets.transportSecret, hasher: desk.hasher };
  return {
    auth: authHandlers(desk, cookies),
    tickets: {
      list: signedIn((ctx, input) => listTickets(house, ctx, input)),
      byContact: signedIn((ctx, input) => getTicketByContact(house, ctx, input)),
      get: signedIn((ctx, input) => getTicket(house, ctx, input)),
      create: signedIn((ctx, input) => createTicket(house, ctx, input)),
      change: signedIn((ctx, input) => changeTicket(house, ctx, input)),
    },
    messages: {
      listForIos: signedIn((ctx, input) => listMessages(house, ctx, { ...input, ios: true })),
      list: signedIn((ctx, input) => listMessages(house, ctx, input)),
      // The documented client sends an empty mediaUrl for "none".
      send: signedIn((ctx, input, { files }) => sendMessage(house, ctx, { ...input, mediaUrl: input.mediaUrl || null }, files)),
      change: signedIn((ctx, input) => changeMessage(house, ctx, input)),
      delete: signedIn((ctx, input) => deleteMessage(house, ctx, input)),
      sendCard: signedIn((ctx, input) => sendCard(house, ctx, input)),
      forward: signedIn((ctx, input) => forwardMessage(house, ctx, input)),
      react: signedIn((ctx, input) => reactToMessage(house, ctx, input)),
      reprocess: signedIn((ctx, input) => reprocessMessage(house, ctx, input)),
      settle: signedIn((ctx, input) => settleMessage(house, ctx, input)),
    },
    contacts: {
      list: signedIn((ctx, input) => listContacts(house, ctx, input)),
      get: signedIn((ctx, input) => getContact(house, ctx, input)),
      group: signedIn((ctx, input) => getContactGroup(house, ctx, input)),
      create: signedIn((ctx, input) => createContact(house, ctx, input)),
      findOrCreate: signedIn((ctx, input) => findOrCreateContact(house, ctx, input)),
    },
    users: {
      list: signedIn((ctx, input) => listUsers(house, ctx, input)),
      get: signedIn((ctx, input) => getUser(house, ctx, input)),
      create: signedIn((ctx, input) => createUser(house, ctx, passwordTools, input)),
    },
    queues: {
      list: signedIn(() => listQueues(house)),
      get: signedIn((ctx, input) => getQueue(house, ctx, input)),
      create: signedIn((ctx, input) => createQueue(house, ctx, input)),
    },
    settings: { list: signedIn((ctx) => listSettings(house, ctx)) },
    connections: {
      list: signedIn(async (ctx) => listConnections(house, ctx)),
      get: signedIn(async (ctx, input) => getConnection(house, ctx, input)),
      listCloud: signedIn(async (ctx, input) => listConnections(house, ctx, input)),
      listGaps: signedIn((_ctx, input) => listConnectionGaps(house, input)),
      resolveGap: signedIn((ctx, input) => resolveConnectionGap(house, ctx, input)),
      change: signedIn((ctx, input) => changeConnection(house, ctx, input)),
      create: signedIn((ctx, input) => createConnection(house, ctx, input, connectors)),
      delete: signedIn((ctx, input) => deleteConnection(house, ctx, input)),
      recreate: signedIn((ctx, input) => endSession(house, ctx, input)),
      restart: signedIn((ctx, input) => startSession(house, ctx, input)),
      qr: signedIn((ctx, input) => getQr(house, ctx, input)),
      pair: signedIn((ctx, input) => pairSession(house, ctx, input)),
      startSession: signedIn((ctx, input) => startSession(house, ctx, input)),
      renewSession: signedIn((ctx, input) => renewSession(house, ctx, input)),
      endSession: signedIn((ctx, input) => endSession(house, ctx, input)),
    },
    templates: {
      listForConnection: signedIn((ctx, input) => listTemplates(house, ctx, input)),
      listForTicket: signedIn((ctx, input) => listTicketTemplates(house, ctx, input)),
      send: signedIn((ctx, input) => sendTemplate(house, ctx, input)),
      create: signedIn((ctx, input) => createTemplate(house, ctx, input)),
      delete: signedIn((ctx, input) => deleteTemplate(house, ctx, input)),
    },
    log: { create: signedIn((ctx, input) => createRemark(house, ctx, input)) },
    notes: { list: signedIn(() => listNotes(house)) },
  };
}
