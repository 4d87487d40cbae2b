import type { AnyRoute } from "../route/index.js";
import { routes } from "./index.js";

/** What a call gives its command when its query and its body say nothing, without remarks; undefined where something has to be said. */
function inputOf({ query, body, toInput }: AnyRoute): unknown {
  try {
    const input: unknown = toInput({ params: {}, query: query?.cast({}, { assert: false }), body: body?.cast({}, { assert: false }) });
    return JSON.parse(JSON.stringify(input, (key, value: unknown) => (key === "note" ? undefined : value)));
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const NOBODY = { allContacts: false, contactIds: [], tagIds: [] };
const REPORT = {
  firstDay: null,
  lastDay: null,
  contactId: null,
  userId: null,
  queueId: null,
  status: null,
  withCampaigns: false,
  format: "pdf",
  language: "pt",
};
const DEFAULTS = {
  "auth.login": { code: "" },
  "auth.beginProvider": { returnPath: null, isFresh: false },
  "auth.secondStep": { code: "", passkey: null },
  "auth.createPasskey": { answer: { transports: [] } },
  "tickets.list": { pageNumber: 1, showAll: false },
  "tickets.search": { message: "", contact: "", queue: { name: "" }, connection: "", reason: null, fromAd: false, ad: null },
  "tickets.ids": { showAll: false, queueIds: null },
  "tickets.next": { showAll: false, queueIds: null },
  "tickets.summarize": { asComment: true, language: "pt", inParts: false },
  "tickets.change": { patch: {} },
  "tickets.changeMany": { work: { kind: "change", patch: {} } },
  "tickets.invite": { comment: "" },
  "messages.listForIos": { pageNumber: 1, peek: false, ios: false },
  "messages.list": { pageNumber: 1, peek: false, ios: false },
  "messages.send": { body: "", mediaUrl: null, voice: false, mentions: [], macro: null },
  "messages.change": { body: "" },
  "messages.sendToContact": { number: null, name: "", body: "", mediaUrl: null, voice: false, template: null },
  "messages.reprocess": { messageId: null },
  "contacts.list": {
    search: "",
    pageNumber: 1,
    all: false,
    ignoreGroups: false,
    narrowing: { tagIds: [], queueIds: [], origin: null, isUnlikely: false },
  },
  "contacts.create": { email: "", extraInfo: [], tagIds: [], redirects: {} },
  "contacts.change": { fields: { redirects: { expected: {} }, tags: null } },
  "contacts.changeMany": { tags: { added: [], removed: [] } },
  "contacts.import": { dryRun: false, columns: null },
  "contacts.export": { template: false, contactIds: null },
  "contacts.importDelegations": { dryRun: false, columns: null },
  "contacts.exportDelegations": { template: false },
  "contacts.clear": { dryRun: false },
  "contacts.undoMerge": { ticketIds: [] },
  "contacts.findOrCreate": { email: "" },
  "users.list": { search: "", pageNumber: 1, all: false },
  "users.create": { profile: "user", substitutions: [] },
  "users.change": { queues: null, ownPassword: null, hasPassword: false, changes: {} },
  "users.reset": { byMail: false },
  "users.import": { columns: null, lines: null },
  "users.previewImport": { columns: null },
  "users.changeShares": { fields: {}, added: [], removed: [] },
  "queues.create": { greetingMessage: "", customOrder: 999 },
  "queues.change": { fields: {}, attendants: null },
  "tags.create": { fields: {}, contactIds: [] },
  "tags.change": { fields: {}, contacts: null },
  "quickAnswers.list": { search: "", pageNumber: 1, byUse: false },
  "quickAnswers.create": { texts: { message: "" }, place: {} },
  "quickAnswers.change": { texts: {}, place: {}, fileOrder: null },
  "questions.create": { fields: { queueId: null, opensTicket: false } },
  "questions.change": { fields: {} },
  "massSends.create": { audience: NOBODY },
  "massSends.change": { audience: NOBODY },
  "massSends.count": { audience: NOBODY, connectionId: null },
  "massSends.test": { template: null },
  "massSends.recipients": { pageNumber: 1, state: null },
  "schedules.create": {
    ticketId: null,
    signed: false,
    title: "",
    recurrence: "once",
    value: "",
    sendAt: null,
    connectionId: null,
    audience: NOBODY,
  },
  "schedules.change": { fields: {}, keepFileIds: null },
  "connections.listCloud": { api: "cloud_api" },
  "connections.create": { fields: { api: "meow" }, queueIds: [] },
  "connections.change": { fields: {}, queues: null },
  "templates.send": { values: [] },
  "templates.create": { draft: { language: "pt_BR", category: "UTILITY", header: "", body: "", footer: "", buttons: [] } },
  "audit.list": { before: null, filter: { userId: null, area: null, action: null, ip: null, object: null, from: null, until: null } },
  "audit.verify": { after: 0 },
  "privacy.erase": { withProtocols: false },
  "privacy.export": { language: "pt" },
  "privacy.get": { language: "pt" },
  "protocols.list": { search: "", pageNumber: 1 },
  "protocols.ofContact": { pageNumber: null },
  "ratings.ofContact": { limit: 10 },
  "chats.list": { search: "", pageNumber: 1, showAll: false, withUnread: false },
  "chats.create": { isGroup: false, groupName: "", userIds: [] },
  "chats.messages": { pageNumber: 1 },
  "chats.send": { body: "", type: "chat", voice: false },
  "chats.edit": { body: "" },
  "chatImports.check": { connectionId: null, said: [] },
  "chatImports.import": { said: [] },
  "reports.ticket": REPORT,
  "reports.contact": REPORT,
  "reports.queue": REPORT,
  "reports.user": REPORT,
  "reports.target": REPORT,
  "reports.message": REPORT,
  "dashboard.stats": { pairs: true },
  "dashboard.tickets": { figure: "created" },
  "dashboard.nowTickets": { status: "pending" },
  "dashboard.recount": { range: "all" },
  "apiTokens.create": { areas: {}, installation: false, reach: "all", queueIds: [], addresses: [], days: null },
  "hooks.create": { reach: "all", queueIds: [] },
};

const features: readonly (readonly [string, Readonly<Record<string, AnyRoute>>])[] = Object.entries(routes);

it("means by a call that says nothing what is written here", () => {
  const found = features.flatMap(([feature, its]) =>
    Object.entries(its)
      .map(([name, route]) => [`${feature}.${name}`, inputOf(route)] as const)
      .filter(([, input]) => !["{}", "null", undefined].includes(JSON.stringify(input))),
  );
  expect(Object.fromEntries(found)).toEqual(DEFAULTS);
});
