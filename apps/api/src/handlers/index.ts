import { listActions, listAudit, verifyAudit } from "@balcao/application/company/auditTrail";
import { createRemark } from "@balcao/application/company/log";
import { changeQueue, createQueue, deleteQueue, getQueue, getQueueUse, listQueues } from "@balcao/application/company/queues";
import { listReports, reportCommand } from "@balcao/application/company/reports";
import { changeLogo, changeSetting, listSettings, testPanel } from "@balcao/application/company/settings";
import { closeKey } from "@balcao/application/ground/idempotency";
import { dismissJob, listOwnJobs, stopJob } from "@balcao/application/ground/jobs";
import type { Services } from "@balcao/application/ground/kernel";
import { checkStoredFiles, countStoredFiles, deleteOrphanFiles } from "@balcao/application/inbox/files";
import { listMentionable } from "@balcao/application/inbox/mentions";
import { sendTemplate } from "@balcao/application/inbox/messages";
import { listNotes } from "@balcao/application/inbox/notes";
import { listNotices, markNoticesSeen } from "@balcao/application/inbox/notices";
import {
  changeProtocol,
  createProtocol,
  getProtocol,
  listProtocols,
  listProtocolsOfContact,
  listProtocolsOfTicket,
} from "@balcao/application/inbox/protocols";
import { getPublicKey, getPushTest, registerPush, startPushTest, unregisterPush } from "@balcao/application/inbox/push";
import { exportRatings, listContactRatings, listRatings, summarizeRatings } from "@balcao/application/inbox/ratings";
import { createTemplate, deleteTemplate, listTemplates, listTicketTemplates, storeTemplateFile } from "@balcao/application/inbox/templates";
import { changeBotTicket, listBotTickets } from "@balcao/application/inbox/tickets";
import { confirmPassword, type AuthServices } from "@balcao/application/people/auth";
import { erasePerson, exportPerson, listErasures, previewErasure, writeCertificate } from "@balcao/application/people/privacy";
import { testAlerts, type AlertWays } from "@balcao/application/roof/alerts";
import { readHealth, type ProcessFacts } from "@balcao/application/roof/health";
import { countAged } from "@balcao/application/roof/housekeeping";
import { checkChats, importChats, listChatImports, undoChatImport } from "@balcao/application/roof/moving";
import type { FeatureName } from "@balcao/contracts/routes";
import type { ConnectorApi } from "@balcao/domain/connections";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";
import { credentialHandlers, type SessionAnswers } from "./auth.http.js";
import { chatHandlers } from "./chats.http.js";
import { connectionHandlers } from "./connections.http.js";
import { contactHandlers } from "./contacts.http.js";
import { dashboardHandlers } from "./dashboard.http.js";
import { messageHandlers } from "./messages.http.js";
import { sendHandlers } from "./sends.http.js";
import { textHandlers } from "./texts.http.js";
import { ticketHandlers } from "./tickets.http.js";
import { userHandlers } from "./users.http.js";

/** A handler for every route of the contract. */
export type Handlers = { readonly [F in FeatureName]: FeatureHandlers<F> };

/** Exported chats of WhatsApp. */
function chatImportHandlers(services: Services): FeatureHandlers<"chatImports"> {
  const run = commandOf(services);
  return {
    list: signedIn(() => listChatImports(services)),
    check: signedIn((ctx, input, { files }) => checkChats(services, ctx, input, files)),
    import: signedIn((ctx, input, { files }) => importChats(services, ctx, input, files)),
    undo: run(undoChatImport),
  };
}

/** The person's own long work. */
function jobHandlers(services: Services): FeatureHandlers<"jobs"> {
  const run = commandOf(services);
  return {
    list: signedIn((ctx) => listOwnJobs(services, ctx)),
    stop: run(stopJob),
    dismiss: run(dismissJob),
  };
}

/** What laws on personal data ask of a company. */
function privacyHandlers(services: Services): FeatureHandlers<"privacy"> {
  const run = commandOf(services);
  return {
    preview: run(previewErasure),
    erase: run(erasePerson),
    export: run(exportPerson),
    list: signedIn((ctx) => listErasures(services, ctx)),
    get: run(writeCertificate),
    count: run(countAged),
  };
}

/** The handlers of browsers that want pushes. */
function pushHandlers(services: Services): FeatureHandlers<"push"> {
  const run = commandOf(services);
  return {
    publicKey: signedIn(() => getPublicKey(services)),
    register: run(registerPush),
    unregister: run(unregisterPush),
    startTest: run(startPushTest),
    getTest: run(getPushTest),
  };
}

/** What customers thought of the service. */
function ratingHandlers(services: Services): FeatureHandlers<"ratings"> {
  const run = commandOf(services);
  return {
    list: run(listRatings),
    summary: run(summarizeRatings),
    export: run(exportRatings),
    ofContact: run(listContactRatings),
  };
}

/** The handlers of the reports. */
function reportHandlers(services: Services): FeatureHandlers<"reports"> {
  const run = commandOf(services);
  return {
    list: run(listReports),
    ticket: run(reportCommand("ticket")),
    contact: run(reportCommand("contact")),
    queue: run(reportCommand("queue")),
    user: run(reportCommand("user")),
    target: run(reportCommand("target")),
    message: run(reportCommand("message")),
  };
}

/** Settings, and the files of the product. */
function settingHandlers(auth: AuthServices): FeatureHandlers<"settings"> {
  const { services } = auth;
  const run = commandOf(services);
  return {
    list: run(listSettings),
    change: run(changeSetting),
    logo: signedIn((ctx, input, { files }) => changeLogo(services, ctx, input, files)),
    testPanel: run(testPanel),
    checkFiles: run(checkStoredFiles),
    countFiles: signedIn(() => countStoredFiles(services)),
    deleteFiles: signedIn(async (ctx, { sealedPassword, note }) => {
      await confirmPassword(auth, ctx, sealedPassword);
      return deleteOrphanFiles(services, ctx, { note });
    }),
  };
}

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
