import type { AuthServices } from "@balcao/application/people/auth";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { FeatureName } from "@balcao/contracts/routes";
import { listActions, listAudit, verifyAudit } from "@balcao/application/company/auditTrail";
import { testAlerts, type AlertWays } from "@balcao/application/roof/alerts";
import { readHealth, type ProcessFacts } from "@balcao/application/roof/health";
import { createRemark } from "@balcao/application/company/log";
import { sendTemplate } from "@balcao/application/inbox/messages";
import { listMentionable } from "@balcao/application/inbox/mentions";
import { listNotices, markNoticesSeen } from "@balcao/application/inbox/notices";
import { listNotes } from "@balcao/application/inbox/notes";
import {
  changeProtocol,
  createProtocol,
  getProtocol,
  listProtocols,
  listProtocolsOfContact,
  listProtocolsOfTicket,
} from "@balcao/application/inbox/protocols";
import { changeQueue, createQueue, deleteQueue, getQueue, getQueueUse, listQueues } from "@balcao/application/company/queues";
import { ratingHandlers } from "./ratings.http.js";
import { closeKey } from "@balcao/application/ground/idempotency";
import { changeBotTicket, listBotTickets } from "@balcao/application/inbox/tickets";
import { createTemplate, deleteTemplate, listTemplates, listTicketTemplates, storeTemplateFile } from "@balcao/application/inbox/templates";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";
import { credentialHandlers, type SessionAnswers } from "./auth.http.js";
import { chatImportHandlers } from "./chatImports.http.js";
import { chatHandlers } from "./chats.http.js";
import { connectionHandlers } from "./connections.http.js";
import { contactHandlers } from "./contacts.http.js";
import { dashboardHandlers } from "./dashboard.http.js";
import { reportHandlers } from "./reports.http.js";
import { jobHandlers } from "./jobs.http.js";
import { messageHandlers } from "./messages.http.js";
import { privacyHandlers } from "./privacy.http.js";
import { pushHandlers } from "./push.http.js";
import { sendHandlers } from "./sends.http.js";
import { settingHandlers } from "./settings.http.js";
import { textHandlers } from "./texts.http.js";
import { ticketHandlers } from "./tickets.http.js";
import { userHandlers } from "./users.http.js";

/** A handler for every route of the contract. */
export type Handlers = { readonly [F in FeatureName]: FeatureHandlers<F> };

/** What handlers know besides the services. */
interface HandlerFacts {
  readonly answers: SessionAnswers;
  /** The kinds of connections that this installation can open. */
  readonly connectors: readonly ConnectorApi[];
  readonly process: ProcessFacts;
  readonly ways: AlertWays;
}

/** The handlers of all routes: each passes the parsed input to its command. */
export function createHandlers(auth: AuthServices, { answers, connectors, process, ways }: HandlerFacts): Handlers {
  const { services } = auth;
  const run = commandOf(services);
  return {
    ...credentialHandlers(auth, answers),
    ...ticketHandlers(services),
    botTickets: { list: run(listBotTickets), change: run(changeBotTicket) },
    messages: messageHandlers(services),
    notices: { list: signedIn((ctx) => listNotices(services, ctx)), seen: run(markNoticesSeen), people: run(listMentionable) },
    contacts: contactHandlers(services),
    users: userHandlers(auth, answers),
    queues: {
      list: signedIn(() => listQueues(services)),
      get: run(getQueue),
      create: run(createQueue),
      change: run(changeQueue),
      delete: run(deleteQueue),
      use: run(getQueueUse),
    },
    ...textHandlers(services),
    ...sendHandlers(services),
    settings: settingHandlers(auth),
    connections: connectionHandlers(services, connectors),
    templates: {
      listForConnection: run(listTemplates),
      listForTicket: run(listTicketTemplates),
      upload: signedIn((ctx, _input, { files }) => storeTemplateFile(services, ctx, files)),
      send: run(sendTemplate),
      create: run(createTemplate),
      delete: run(deleteTemplate),
    },
    idempotency: { close: run(closeKey) },
    jobs: jobHandlers(services),
    log: { create: run(createRemark) },
    protocols: {
      list: run(listProtocols),
      ofTicket: run(listProtocolsOfTicket),
      ofContact: run(listProtocolsOfContact),
      get: run(getProtocol),
      create: run(createProtocol),
      change: run(changeProtocol),
    },
    privacy: privacyHandlers(services),
    ratings: ratingHandlers(services),
    health: { details: signedIn(() => readHealth(services, process)), testAlerts: signedIn((ctx) => testAlerts(services, ctx, ways)) },
    chats: chatHandlers(services),
    chatImports: chatImportHandlers(services),
    reports: reportHandlers(services),
    push: pushHandlers(services),
    dashboard: dashboardHandlers(services),
    audit: { list: run(listAudit), actions: run(listActions), verify: run(verifyAudit) },
    notes: { list: signedIn((ctx) => listNotes(services, ctx)) },
  };
}
