import { apiTokenPaths } from "../apiTokens/index.js";
import { auditPaths } from "../audit/audit.paths.js";
import { authPaths } from "../auth/auth.paths.js";
import { botTicketPaths } from "../botTickets/index.js";
import { chatImportPaths } from "../chatImports/index.js";
import { chatPaths } from "../chats/index.js";
import { connectionPaths } from "../connections/connections.paths.js";
import { contactPaths } from "../contacts/contacts.paths.js";
import { dashboardPaths } from "../dashboard/index.js";
import { hookPaths } from "../hooks/index.js";
import { healthPaths } from "../health/health.paths.js";
import { idempotencyPaths } from "../idempotency/index.js";
import { jobPaths } from "../jobs/index.js";
import { logPaths } from "../log/log.paths.js";
import { massSendPaths } from "../massSends/index.js";
import { messagePaths } from "../messages/messages.paths.js";
import { notePaths } from "../notes/notes.paths.js";
import { noticePaths } from "../notices/index.js";
import { privacyPaths } from "../privacy/privacy.paths.js";
import { protocolPaths } from "../protocols/index.js";
import { pushPaths } from "../push/index.js";
import { ratingPaths } from "../ratings/index.js";
import { reportPaths } from "../reports/reports.paths.js";
import type { Path } from "../route/route.js";
import type { FeatureName, Routes } from "../routes/index.js";
import { questionPaths } from "../questions/index.js";
import { queuePaths } from "../queues/queues.paths.js";
import { quickAnswerPaths } from "../quickAnswers/index.js";
import { savedViewPaths } from "../savedViews/index.js";
import { schedulePaths } from "../schedules/index.js";
import { settingPaths } from "../settings/settings.paths.js";
import { tagPaths } from "../tags/index.js";
import { templatePaths } from "../templates/templates.paths.js";
import { ticketPaths } from "../tickets/tickets.paths.js";
import { userPaths } from "../users/users.paths.js";

type Paths = { readonly [F in FeatureName]: { readonly [N in keyof Routes[F]]: Path } };

/**
 * Method and path of every call: the only part of the contract that the browser needs at run time.
 */
export const paths = {
  auth: authPaths,
  tickets: ticketPaths,
  botTickets: botTicketPaths,
  messages: messagePaths,
  notices: noticePaths,
  contacts: contactPaths,
  users: userPaths,
  queues: queuePaths,
  tags: tagPaths,
  quickAnswers: quickAnswerPaths,
  questions: questionPaths,
  massSends: massSendPaths,
  schedules: schedulePaths,
  settings: settingPaths,
  connections: connectionPaths,
  templates: templatePaths,
  idempotency: idempotencyPaths,
  jobs: jobPaths,
  log: logPaths,
  audit: auditPaths,
  savedViews: savedViewPaths,
  notes: notePaths,
  privacy: privacyPaths,
  protocols: protocolPaths,
  ratings: ratingPaths,
  chats: chatPaths,
  chatImports: chatImportPaths,
  reports: reportPaths,
  push: pushPaths,
  dashboard: dashboardPaths,
  health: healthPaths,
  apiTokens: apiTokenPaths,
  hooks: hookPaths,
} as const satisfies Paths;
