import { authRoutes } from "../auth/auth.routes.js";
import { connectionRoutes } from "../connections/connections.routes.js";
import { contactRoutes } from "../contacts/contacts.routes.js";
import { logRoutes } from "../log/log.routes.js";
import { messageRoutes } from "../messages/messages.routes.js";
import { noteRoutes } from "../notes/notes.routes.js";
import { queueRoutes } from "../queues/queues.routes.js";
import { settingRoutes } from "../settings/settings.routes.js";
import { templateRoutes } from "../templates/templates.routes.js";
import { ticketRoutes } from "../tickets/tickets.routes.js";
import { userRoutes } from "../users/users.routes.js";

/** The whole contract, by feature. The api mounts exactly this; the browser uses its type and `paths`. */
export const routes = {
  auth: authRoutes,
  tickets: ticketRoutes,
  messages: messageRoutes,
  contacts: contactRoutes,
  users: userRoutes,
  queues: queueRoutes,
  settings: settingRoutes,
  connections: connectionRoutes,
  templates: templateRoutes,
  log: logRoutes,
  notes: noteRoutes,
} as const;

export type Routes = typeof routes;
export type FeatureName = keyof Routes;
