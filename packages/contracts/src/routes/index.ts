import { hookRoutes } from "../hooks/hooks.routes.js";
import { apiTokenRoutes } from "../apiTokens/apiTokens.routes.js";
import { auditRoutes } from "../audit/audit.routes.js";
import { authRoutes } from "../auth/auth.routes.js";
import { botTicketRoutes } from "../botTickets/botTickets.routes.js";
import { chatImportRoutes } from "../chatImports/chatImports.routes.js";
import { chatRoutes } from "../chats/chats.routes.js";
import { connectionRoutes } from "../connections/connections.routes.js";
import { contactRoutes } from "../contacts/contacts.routes.js";
import { dashboardRoutes } from "../dashboard/dashboard.routes.js";
import { healthRoutes } from "../health/health.routes.js";
import { idempotencyRoutes } from "../idempotency/idempotency.routes.js";
import { jobRoutes } from "../jobs/jobs.routes.js";
import { logRoutes } from "../log/log.routes.js";
import { massSendRoutes } from "../massSends/massSends.routes.js";
import { messageRoutes } from "../messages/messages.routes.js";
import { noteRoutes } from "../notes/notes.routes.js";
import { noticeRoutes } from "../notices/notices.routes.js";
import { privacyRoutes } from "../privacy/privacy.routes.js";
import { protocolRoutes } from "../protocols/protocols.routes.js";
import { pushRoutes } from "../push/push.routes.js";
import { questionRoutes } from "../questions/questions.routes.js";
import { queueRoutes } from "../queues/queues.routes.js";
import { quickAnswerRoutes } from "../quickAnswers/quickAnswers.routes.js";
import { ratingRoutes } from "../ratings/ratings.routes.js";
import { reportRoutes } from "../reports/reports.routes.js";
import { savedViewRoutes } from "../savedViews/savedViews.routes.js";
import { scheduleRoutes } from "../schedules/schedules.routes.js";
import { settingRoutes } from "../settings/settings.routes.js";
import { tagRoutes } from "../tags/tags.routes.js";
import { templateRoutes } from "../templates/templates.routes.js";
import { ticketRoutes } from "../tickets/tickets.routes.js";
import { userRoutes } from "../users/users.routes.js";

/**
 * All routes, by feature. The api mounts exactly these; the browser uses their type and `paths`.
 */
export const routes = {
  auth: authRoutes,
  tickets: ticketRoutes,
  botTickets: botTicketRoutes,
  messages: messageRoutes,
  notices: noticeRoutes,
  contacts: contactRoutes,
  users: userRoutes,
  queues: queueRoutes,
  tags: tagRoutes,
  quickAnswers: quickAnswerRoutes,
  questions: questionRoutes,
  massSends: massSendRoutes,
  schedules: scheduleRoutes,
  settings: settingRoutes,
  connections: connectionRoutes,
  templates: templateRoutes,
  idempotency: idempotencyRoutes,
  jobs: jobRoutes,
  log: logRoutes,
  audit: auditRoutes,
  savedViews: savedViewRoutes,
  notes: noteRoutes,
  privacy: privacyRoutes,
  protocols: protocolRoutes,
  ratings: ratingRoutes,
  chats: chatRoutes,
  chatImports: chatImportRoutes,
  reports: reportRoutes,
  push: pushRoutes,
  dashboard: dashboardRoutes,
  health: healthRoutes,
  apiTokens: apiTokenRoutes,
  hooks: hookRoutes,
} as const;

export type Routes = typeof routes;
export type FeatureName = keyof Routes;
