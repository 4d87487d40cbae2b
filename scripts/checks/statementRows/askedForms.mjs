import { fileURLToPath } from "node:url";

const day = new Date("2026-11-20T12:00:00Z");
const always = { op: "always" };
const page = { offset: 0, limit: 10 };
const eq = { op: "eq", field: "queueId", value: 1 };
const report = { condition: eq, from: day, until: day, userId: 1, queueId: 1, contactId: 1, status: "open", records: "without" };
const conversation = { contactId: 1, condition: eq, history: eq, from: day, until: day };
const tickets = {
  condition: eq,
  buckets: null,
  search: "ana",
  createdFrom: day,
  createdBefore: day,
  isGroup: null,
  unreadOnly: true,
  withoutTarget: true,
};

/** For each topic the functions that build their SQL for what is asked, in a representative form each, or two. */
const FORMS = {
  chats: ({ listChatPage }) => [
    (sql) => listChatPage(sql, { ...page, userId: 1, all: true, search: "ana", withUnread: false, during: null, cursor: null }),
    (sql) =>
      listChatPage(sql, {
        ...page,
        userId: 1,
        all: false,
        search: "",
        withUnread: true,
        during: { from: day, until: day },
        cursor: { lastActivity: day, id: 1 },
      }),
  ],
  contacts: ({ searchContacts, searchContactsAfter, listAllContacts, listNarrowedContacts }) => [
    (sql) => searchContacts(sql, { search: "ana", includeGroups: false, offset: 100, limit: 10 }),
    (sql) => searchContacts(sql, { search: "11 98888-0001", includeGroups: false, offset: 100, limit: 10 }),
    (sql) => searchContactsAfter(sql, { search: "", includeGroups: true, after: { begins: true, nameKey: "ana", id: 1 }, limit: 10 }),
    (sql) => listAllContacts(sql, { search: "ana", includeGroups: false }),
    (sql) =>
      listNarrowedContacts(
        sql,
        { search: "ana", includeGroups: false, after: { begins: true, nameKey: "ana", id: 1 }, limit: 10 },
        { tagIds: [1], talkedIn: { queueIds: [1], condition: eq }, origin: "person", notOfCode: "55" },
      ),
  ],
  quickAnswers: ({ searchQuickAnswers }) => [
    (sql) => searchQuickAnswers(sql, { ...page, reader: { userId: 1, queueIds: [1] }, byUse: true, search: "ana" }),
  ],
  protocols: ({ listProtocols }) => [(sql) => listProtocols(sql, { condition: eq, contactId: 1, search: "ana", offset: 5_000, limit: 10 })],
  messages: ({ listGalleryIds }) =>
    ["media", "documents", "links"].map((kind) => (sql) => listGalleryIds(sql, { ticketId: 1, kind, beforeId: 1, limit: 10, history: eq })),
  reports: (reports) => [
    (sql) => reports.countReportTickets(sql, report, 10),
    (sql) => reports.countReportContacts(sql, report, 10),
    (sql) => reports.listTicketLines(sql, report, { at: day, id: 1 }, 10),
    (sql) => reports.listTicketTimes(sql, report, null, 10),
    (sql) => reports.listContactLines(sql, report, 10),
    (sql) => reports.listRatingSums(sql, report, "queue"),
    (sql) => reports.sumReportTargets(sql, report, "America/Sao_Paulo"),
    (sql) => reports.countMessageLines(sql, conversation, 10),
    (sql) => reports.listMessageLines(sql, conversation, { at: day, id: 1 }, 10),
    (sql) => reports.countContactTickets(sql, 1, eq),
  ],
  tickets: ({ listContactTickets, listTicketsByDue, listTicketsByFilter, getLongestWaiting, listTicketFacts, listAds }) => [
    (sql) => listContactTickets(sql, { contactId: 1, condition: eq, beforeId: 1, limit: 10 }),
    (sql) => listTicketsByFilter(sql, { ...tickets, cursor: { lastActivity: day, id: 1 }, offset: 5_000, limit: 10 }),
    (sql) =>
      listTicketsByDue(sql, { ...page, bucket: "open", condition: eq, ranges: [], cursor: { lastActivity: day, id: 1, isDue: true } }),
    (sql) => getLongestWaiting(sql, always),
    (sql) => listTicketFacts(sql, tickets, page),
    (sql) => listAds(sql, eq),
  ],
};

/** The topics of the forms. */
export const TOPICS = Object.keys(FORMS);

/** A row that answers whatever is asked, so that a function goes on to what it asks next. */
const ANY = { id: 1, n: 1, count: 1, all: 1, seen: 1, ids: [], lastActivity: day };

/** Calls the forms of a topic with an Sql that only writes down. Answers each text with the file and the line that asked it. */
export async function readForms(topic, module) {
  const asked = [];
  const sqlWith = (rows) => ({
    run: async () => [ANY],
    ask: async (text) => {
      asked.push({ text, ...placeOfCaller(new Error("asked").stack) });
      return rows;
    },
  });
  for (const form of FORMS[topic](module)) {
    await form(sqlWith([ANY]));
    // Where nothing is found, some ask another question, and others refuse the answer.
    await form(sqlWith([])).catch(() => undefined);
  }
  return asked;
}

function placeOfCaller(stack) {
  const [, place, line] = /\(?((?:file:\/\/)?\/[^\s()]*packages\/database\/src\/[^\s()]+\.ts)[^:\s]*:(\d+):\d+/.exec(stack) ?? [];
  if (place === undefined) throw new Error(`no place in ${stack}`);
  return { file: place.startsWith("file:") ? fileURLToPath(place) : place, line: Number(line) };
}
