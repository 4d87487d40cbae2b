import "i18next";
import type common from "./en/common.json";
import type conversation from "./en/conversation.json";
import type connections from "./en/connections.json";
import type errors from "./en/errors.json";
import type login from "./en/login.json";
import type queues from "./en/queues.json";
import type shell from "./en/shell.json";
import type templates from "./en/templates.json";
import type tickets from "./en/tickets.json";
import type users from "./en/users.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      common: typeof common;
      connections: typeof connections;
      conversation: typeof conversation;
      errors: typeof errors;
      login: typeof login;
      queues: typeof queues;
      shell: typeof shell;
      templates: typeof templates;
      tickets: typeof tickets;
      users: typeof users;
    };
  }
}
