// Printed by texts.test.ts with UPDATE_TEXTS=1.
import "i18next";
import type account from "./en/account.json";
import type audience from "./en/audience.json";
import type audit from "./en/audit.json";
import type botTickets from "./en/botTickets.json";
import type chats from "./en/chats.json";
import type common from "./en/common.json";
import type connections from "./en/connections.json";
import type contacts from "./en/contacts.json";
import type conversation from "./en/conversation.json";
import type dashboard from "./en/dashboard.json";
import type details from "./en/details.json";
import type errors from "./en/errors.json";
import type health from "./en/health.json";
import type jobs from "./en/jobs.json";
import type login from "./en/login.json";
import type massSends from "./en/massSends.json";
import type newTicket from "./en/newTicket.json";
import type notifications from "./en/notifications.json";
import type planned from "./en/planned.json";
import type protocols from "./en/protocols.json";
import type questions from "./en/questions.json";
import type queues from "./en/queues.json";
import type quickAnswers from "./en/quickAnswers.json";
import type ratings from "./en/ratings.json";
import type reports from "./en/reports.json";
import type schedules from "./en/schedules.json";
import type search from "./en/search.json";
import type serviceWorker from "./en/serviceWorker.json";
import type settings from "./en/settings.json";
import type shell from "./en/shell.json";
import type tags from "./en/tags.json";
import type templates from "./en/templates.json";
import type tickets from "./en/tickets.json";
import type users from "./en/users.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      account: typeof account;
      audience: typeof audience;
      audit: typeof audit;
      botTickets: typeof botTickets;
      chats: typeof chats;
      common: typeof common;
      connections: typeof connections;
      contacts: typeof contacts;
      conversation: typeof conversation;
      dashboard: typeof dashboard;
      details: typeof details;
      errors: typeof errors;
      health: typeof health;
      jobs: typeof jobs;
      login: typeof login;
      massSends: typeof massSends;
      newTicket: typeof newTicket;
      notifications: typeof notifications;
      planned: typeof planned;
      protocols: typeof protocols;
      questions: typeof questions;
      queues: typeof queues;
      quickAnswers: typeof quickAnswers;
      ratings: typeof ratings;
      reports: typeof reports;
      schedules: typeof schedules;
      search: typeof search;
      serviceWorker: typeof serviceWorker;
      settings: typeof settings;
      shell: typeof shell;
      tags: typeof tags;
      templates: typeof templates;
      tickets: typeof tickets;
      users: typeof users;
    };
  }
}
