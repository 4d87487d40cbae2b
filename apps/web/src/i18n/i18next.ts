// Printed by texts.test.ts with UPDATE_TEXTS=1.
import "i18next";
import type { WrittenText, WrittenTexts } from "../../textFiles";
import type account from "./texts/account.json";
import type apiTokens from "./texts/apiTokens.json";
import type audience from "./texts/audience.json";
import type audit from "./texts/audit.json";
import type botTickets from "./texts/botTickets.json";
import type chatImports from "./texts/chatImports.json";
import type chats from "./texts/chats.json";
import type closing from "./texts/closing.json";
import type common from "./texts/common.json";
import type connections from "./texts/connections.json";
import type contacts from "./texts/contacts.json";
import type conversation from "./texts/conversation.json";
import type dashboard from "./texts/dashboard.json";
import type details from "./texts/details.json";
import type errors from "./texts/errors.json";
import type guests from "./texts/guests.json";
import type health from "./texts/health.json";
import type hooks from "./texts/hooks.json";
import type imported from "./texts/imported.json";
import type jobs from "./texts/jobs.json";
import type login from "./texts/login.json";
import type many from "./texts/many.json";
import type massSends from "./texts/massSends.json";
import type newTicket from "./texts/newTicket.json";
import type notifications from "./texts/notifications.json";
import type now from "./texts/now.json";
import type planned from "./texts/planned.json";
import type privacy from "./texts/privacy.json";
import type protocols from "./texts/protocols.json";
import type questions from "./texts/questions.json";
import type queues from "./texts/queues.json";
import type quickAnswers from "./texts/quickAnswers.json";
import type ratings from "./texts/ratings.json";
import type reports from "./texts/reports.json";
import type schedules from "./texts/schedules.json";
import type search from "./texts/search.json";
import type serviceWorker from "./texts/serviceWorker.json";
import type settings from "./texts/settings.json";
import type sheets from "./texts/sheets.json";
import type shell from "./texts/shell.json";
import type start from "./texts/start.json";
import type tags from "./texts/tags.json";
import type templates from "./texts/templates.json";
import type tickets from "./texts/tickets.json";
import type users from "./texts/users.json";
import type views from "./texts/views.json";

/** The texts of an area as `t` gives them, in one language. One that lacks a language does not compile here. */
type Shown<Area extends WrittenTexts> = {
  [Key in keyof Area]: Area[Key] extends WrittenText ? string : Area[Key] extends WrittenTexts ? Shown<Area[Key]> : never;
};

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      account: Shown<typeof account>;
      apiTokens: Shown<typeof apiTokens>;
      audience: Shown<typeof audience>;
      audit: Shown<typeof audit>;
      botTickets: Shown<typeof botTickets>;
      chatImports: Shown<typeof chatImports>;
      chats: Shown<typeof chats>;
      closing: Shown<typeof closing>;
      common: Shown<typeof common>;
      connections: Shown<typeof connections>;
      contacts: Shown<typeof contacts>;
      conversation: Shown<typeof conversation>;
      dashboard: Shown<typeof dashboard>;
      details: Shown<typeof details>;
      errors: Shown<typeof errors>;
      guests: Shown<typeof guests>;
      health: Shown<typeof health>;
      hooks: Shown<typeof hooks>;
      imported: Shown<typeof imported>;
      jobs: Shown<typeof jobs>;
      login: Shown<typeof login>;
      many: Shown<typeof many>;
      massSends: Shown<typeof massSends>;
      newTicket: Shown<typeof newTicket>;
      notifications: Shown<typeof notifications>;
      now: Shown<typeof now>;
      planned: Shown<typeof planned>;
      privacy: Shown<typeof privacy>;
      protocols: Shown<typeof protocols>;
      questions: Shown<typeof questions>;
      queues: Shown<typeof queues>;
      quickAnswers: Shown<typeof quickAnswers>;
      ratings: Shown<typeof ratings>;
      reports: Shown<typeof reports>;
      schedules: Shown<typeof schedules>;
      search: Shown<typeof search>;
      serviceWorker: Shown<typeof serviceWorker>;
      settings: Shown<typeof settings>;
      sheets: Shown<typeof sheets>;
      shell: Shown<typeof shell>;
      start: Shown<typeof start>;
      tags: Shown<typeof tags>;
      templates: Shown<typeof templates>;
      tickets: Shown<typeof tickets>;
      users: Shown<typeof users>;
      views: Shown<typeof views>;
    };
  }
}
