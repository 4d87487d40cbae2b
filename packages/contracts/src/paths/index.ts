import { authPaths } from "../auth/auth.paths.js";
import { connectionPaths } from "../connections/connections.paths.js";
import { contactPaths } from "../contacts/contacts.paths.js";
import { logPaths } from "../log/log.paths.js";
import { messagePaths } from "../messages/messages.paths.js";
import { notePaths } from "../notes/notes.paths.js";
import { queuePaths } from "../queues/queues.paths.js";
import { settingPaths } from "../settings/settings.paths.js";
import { templatePaths } from "../templates/templates.paths.js";
import { ticketPaths } from "../tickets/tickets.paths.js";
import { userPaths } from "../users/users.paths.js";

/** Method and path of every call: all that the browser needs of the contract at run time. */
export const paths = {
  auth: authPaths,
  tickets: ticketPaths,
  messages: messagePaths,
  contacts: contactPaths,
  users: userPaths,
  queues: queuePaths,
  settings: settingPaths,
  connections: connectionPaths,
  templates: templatePaths,
  log: logPaths,
  notes: notePaths,
} as const;
