import type { CREATING_CALLS } from "@balcao/contracts/idempotency";
import { paths } from "@balcao/contracts/paths";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const SOURCES = path.resolve(import.meta.dirname, "../..");

/** Where the browser creates something: with the key of an opened form, or of a message that waits to be sent. */
const CREATIONS: Readonly<Record<(typeof CREATING_CALLS)[number], readonly string[]>> = {
  "chats.create": ["features/chats/NewChatDialog.tsx"],
  "chats.send": ["features/chats/NewChatDialog.tsx", "features/conversation/outbox.ts"],
  "connections.create": ["features/connections/form/ConnectionFormDialog.tsx"],
  "contacts.create": ["features/contacts/useContactForm.ts", "features/tickets/newTicket/ContactField.tsx"],
  "massSends.create": ["features/massSends/MassSendFormDialog.tsx"],
  "massSends.test": ["features/massSends/MassSendFormDialog.tsx"],
  "messages.forward": ["features/conversation/dialogs/ForwardDialog.tsx"],
  "messages.send": [
    "features/conversation/dialogs/SummaryDialog.tsx",
    "features/conversation/macro/MacroDialog.tsx",
    "features/conversation/outbox.ts",
  ],
  "messages.sendCard": ["features/conversation/dialogs/CardDialog.tsx"],
  "protocols.create": ["features/conversation/dialogs/ProtocolDialog.tsx"],
  "questions.create": ["features/questions/QuestionFormDialog.tsx"],
  "queues.create": ["features/queues/QueueFormDialog.tsx"],
  "quickAnswers.create": ["features/quickAnswers/QuickAnswerFormDialog.tsx"],
  "savedViews.create": ["features/tickets/views/ViewFormDialog.tsx"],
  "schedules.create": ["features/conversation/planned/PlanDialog.tsx", "features/schedules/ScheduleFormDialog.tsx"],
  "tags.create": ["features/tags/TagFormDialog.tsx"],
  "templates.create": ["features/templates/form/useTemplateForm.ts"],
  "templates.send": ["features/conversation/dialogs/TemplatesDialog.tsx"],
  "tickets.create": ["features/tickets/newTicket/useNewTicket.ts"],
  "users.create": ["lib/session/accounts.ts"],
};

/** Calls that create nothing which a repeat would make twice, by the reason. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  "it reads": [
    "audit.verify",
    "privacy.count",
    "chats.messages",
    "massSends.count",
    "settings.checkFiles",
    "settings.countFiles",
    "settings.testPanel",
    "users.previewImport",
    "chatImports.check",
    "messages.fetchMedia",
    "messages.openQuarantined",
    "idempotency.close",
  ],
  "it changes or deletes what exists, and a repeat changes nothing more": [
    "botTickets.change",
    "privacy.erase",
    "chats.change",
    "chats.delete",
    "chats.edit",
    "chats.read",
    "connections.change",
    "connections.delete",
    "connections.discardParked",
    "connections.endSession",
    "connections.pair",
    "connections.recreate",
    "connections.renewSession",
    "connections.resolveGap",
    "connections.restart",
    "connections.restoreKeys",
    "connections.retryParked",
    "connections.startSession",
    "contacts.change",
    "contacts.changeMany",
    "contacts.clear",
    "contacts.delete",
    "contacts.deleteMany",
    "contacts.merge",
    "contacts.optIn",
    "contacts.optOut",
    "contacts.separate",
    "contacts.undoMerge",
    "dashboard.recount",
    "chatImports.undo",
    "jobs.dismiss",
    "jobs.stop",
    "massSends.cancel",
    "massSends.change",
    "massSends.lift",
    "massSends.pause",
    "massSends.resume",
    "notices.seen",
    "messages.change",
    "messages.delete",
    "messages.react",
    "messages.reprocess",
    "messages.settle",
    "messages.transcribe",
    "protocols.change",
    "questions.change",
    "questions.delete",
    "queues.change",
    "queues.delete",
    "quickAnswers.change",
    "quickAnswers.delete",
    "quickAnswers.use",
    "savedViews.change",
    "savedViews.delete",
    "schedules.change",
    "schedules.delete",
    "schedules.pause",
    "schedules.resume",
    "settings.change",
    "settings.deleteFiles",
    "settings.logo",
    "tags.change",
    "auth.askForLink",
    "auth.choosePassword",
    "auth.beginProvider",
    "auth.finishProvider",
    "auth.secondStep",
    "tags.delete",
    "templates.delete",
    "tickets.change",
    "tickets.changeMany",
    "tickets.delete",
    "tickets.endInvitation",
    "tickets.invite",
    "tickets.markUnread",
    "tickets.summarize",
    "apiTokens.revoke",
    "hooks.change",
    "hooks.delete",
    "hooks.pause",
    "hooks.resume",
    "hooks.dropKey",
    "hooks.resend",
    "users.change",
    "users.changeShares",
    "users.delete",
    "users.endSecondFactor",
    "users.endSession",
    "users.picture",
    "users.reset",
    "users.transfer",
  ],
  "a number or an e-mail names what it creates, so that a repeat finds it; of two imports at once the second is refused": [
    "auth.signup",
    "contacts.findOrCreate",
    "contacts.import",
    "contacts.importDelegations",
    "chatImports.import",
    "users.import",
  ],
  "it makes a file of what is there now, for the one who asked, or a note; of two reports at once the second is refused": [
    "contacts.export",
    "contacts.exportDelegations",
    "log.create",
    "massSends.export",
    "reports.contact",
    "reports.message",
    "reports.queue",
    "privacy.get",
    "privacy.export",
    "ratings.export",
    "reports.target",
    "reports.ticket",
    "reports.user",
  ],
  "its answer is shown once: a repeat makes another token, webhook or key, and the first one is listed without its text": [
    "apiTokens.create",
    "apiTokens.createForPanel",
    "hooks.create",
    "hooks.rotate",
  ],
  "programs alone call it": ["messages.sendToContact"],
  "it stores a file that a template may name; what nothing names is deleted": ["templates.upload"],
  "it is the session or the browser of the person": [
    "auth.beginSecondFactor",
    "auth.confirmSecondFactor",
    "auth.askPasskey",
    "auth.beginPasskey",
    "auth.createPasskey",
    "auth.deletePasskey",
    "auth.endSecondFactor",
    "auth.login",
    "auth.logout",
    "auth.refresh",
    "auth.renewRecoveryCodes",
    "auth.socket",
    "health.testAlerts",
    "hooks.test",
    "push.register",
    "push.startTest",
    "push.unregister",
  ],
};

const writes = Object.entries(paths).flatMap(([feature, routes]) =>
  Object.entries(routes).flatMap(([name, { method }]) => (method === "GET" ? [] : [`${feature}.${name}`])),
);

const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(path.join(SOURCES, file), "utf8") }));

/** Where a key comes from: an opened form, the message that is sent, or the caller. */
const KEYED = /\buse(?:Item|Create)Form\b|\buse(?:Intention|CreateButton)\b|\bclientKey\b|\bidempotencyKey: string,/;

/** A key that is neither the given one nor made of it, which would be another one after a lost answer. */
const OWN_KEY = /\bidempotencyKey: (?!string\b|message\.clientKey\b|`\$\{(?:idempotencyKey|key)\}-)|\b(?:idempotencyKey|key) = /;

describe("what the browser creates", () => {
  it("is decided for every call that writes [D-275]", () => {
    expect([...Object.keys(CREATIONS), ...Object.values(WITHOUT).flat()].sort()).toEqual([...writes].sort());
  });

  it.each(Object.entries(CREATIONS))(
    "is created by %s there alone, with the key of an opened form or of a message [D-275]",
    (name, files) => {
      const [feature, route] = name.split(".");
      const calls = new RegExp(`call\\(\\s*"${feature}",\\s*"${route}"`);
      const found = sources.filter(({ source }) => calls.test(source));
      expect(found.map(({ file }) => file).sort()).toEqual([...files].sort());
      for (const { source } of found) {
        expect(source).toMatch(/\bidempotencyKey\b/);
        expect(source).toMatch(KEYED);
        expect(source).not.toMatch(OWN_KEY);
      }
    },
  );
});
