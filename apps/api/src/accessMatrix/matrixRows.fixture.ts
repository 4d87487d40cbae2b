import { can, hasRight, isSuper, matches, mayAlter, type Actor, type GivenRight } from "@balcao/domain/access";
import { readsChat, takesPart } from "@balcao/domain/chats";
import { isOwnMessage } from "@balcao/domain/messages";
import { mayChangeView, seesView } from "@balcao/domain/savedViews";
import type { AccessSettings } from "@balcao/domain/settings";
import { acceptsMessages, ticketCondition, type TicketRule } from "@balcao/domain/tickets";
import type { AnyRoute, Policy } from "@balcao/contracts/route";
import { ABSENT_ID, type MatrixScene, type MatrixTicket, type Owned } from "./matrixScene.fixture.js";

/** What an answer says about the caller's right: `admitted` is every answer but 401, 403 and 404. */
type Verdict = "admitted" | "refused" | "absent";

type Ids = Readonly<Record<string, number>>;

/** How a call on an owned object is written, and which rule decides about it. */
interface Row<R> {
  readonly rule: R;
  readonly body?: (ids: Ids) => unknown;
  readonly query?: string;
  /** The id in the path, where its name is not the parameter's. */
  readonly path?: Readonly<Record<string, string>>;
  /** Whoever is let in may get 404, because the object lacks something else. */
  readonly lacks?: true;
}

type TicketRowRule = TicketRule | "own";

/** Every call on a ticket or what belongs to it. The bodies are those that change nothing where nobody may refuse them. */
const TICKET_ROWS: Readonly<Record<string, Row<TicketRowRule>>> = {
  "tickets.get": { rule: "ticket:open" },
  "tickets.decisions": { rule: "ticket:open" },
  "tickets.summarize": { rule: "ticket:open", body: () => ({}) },
  "tickets.change": { rule: "ticket:write", body: () => ({ queueId: 1 }) },
  "tickets.markUnread": { rule: "ticket:markUnread" },
  "tickets.invite": { rule: "ticket:write", body: () => ({ userId: ABSENT_ID }) },
  "tickets.endInvitation": { rule: "ticket:open" },
  "tickets.delete": { rule: "ticket:delete", body: () => ({}) },
  "botTickets.change": { rule: "ticket:write", body: () => ({ status: "pending" }) },
  "messages.listForIos": { rule: "ticket:open" },
  "messages.search": { rule: "ticket:open", query: "?messageToSearch=garantia" },
  "messages.gallery": { rule: "ticket:open", query: "?kind=media" },
  "messages.info": { rule: "ticket:open" },
  "messages.list": { rule: "ticket:open" },
  "messages.send": { rule: "ticket:write", body: () => ({ body: "oi" }), lacks: true },
  "messages.change": { rule: "own", body: ({ messageId }) => ({ body: "outra", editedMsg: { id: messageId } }) },
  "messages.delete": { rule: "own" },
  "messages.sendCard": { rule: "ticket:write", body: ({ contactId }) => ({ contactId }), lacks: true },
  "messages.forward": { rule: "ticket:write", body: () => ({ contacts: [ABSENT_ID] }), lacks: true },
  "messages.react": { rule: "ticket:write", body: () => ({ emoji: "👍" }), lacks: true },
  "messages.reprocess": { rule: "ticket:open", body: ({ messageId }) => ({ dataJson: JSON.stringify({ messageId }), reprocess: true }) },
  "messages.fetchMedia": { rule: "ticket:open", body: () => ({}) },
  "messages.openQuarantined": { rule: "ticket:open", lacks: true, body: () => ({}) },
  "messages.transcribe": { rule: "ticket:open", body: () => ({}) },
  "messages.settle": { rule: "ticket:write", body: () => ({ action: "discard" }), lacks: true },
  "notices.people": { rule: "ticket:open" },
  "templates.listForTicket": { rule: "ticket:open", lacks: true },
  "templates.send": { rule: "ticket:write", body: ({ ticketId }) => ({ ticketId, template: "aviso", values: [] }), lacks: true },
  "schedules.ofTicket": { rule: "ticket:open" },
  "protocols.ofTicket": { rule: "ticket:open" },
  "protocols.get": { rule: "ticket:open" },
  "protocols.create": { rule: "ticket:write", body: ({ ticketId }) => ({ ticketId, contactId: ABSENT_ID }) },
  "protocols.change": { rule: "ticket:write", body: () => ({ mensagem: "Detalhe" }) },
};

/** `read`: who may read the chat; `write`: who takes part in it; `own`: who wrote the message. */
const CHAT_ROWS: Readonly<Record<string, Row<"read" | "write" | "own">>> = {
  "chats.get": { rule: "read" },
  "chats.search": { rule: "read", query: "?messageToSearch=dia" },
  "chats.change": { rule: "read", body: () => ({}) },
  "chats.messages": { rule: "read", body: ({ chatId }) => ({ chatId }) },
  "chats.readers": { rule: "read" },
  "chats.read": { rule: "write", body: () => ({}) },
  "chats.send": { rule: "write", body: () => ({ body: "Olá" }) },
  "chats.edit": { rule: "own", body: ({ messageId }) => ({ editedMsg: messageId, body: "Boa tarde" }), lacks: true },
  "chats.delete": { rule: "own" },
};

const PERSON_ROWS: Readonly<Record<string, Row<"self" | "only self">>> = {
  "users.change": { rule: "self", body: () => ({}) },
  "users.picture": { rule: "self", body: () => ({}) },
  "users.listSessions": { rule: "self" },
  "users.endSession": { rule: "self", lacks: true },
  "users.import": { rule: "only self", body: () => ({}) },
  "users.previewImport": { rule: "only self", body: () => ({}) },
};

const JOB_ROWS: Readonly<Record<string, Row<"hidden">>> = {
  "jobs.stop": { rule: "hidden" },
  "jobs.dismiss": { rule: "hidden", path: { jobId: "endedJobId" } },
};

/** What everybody sees and its maker, or whoever has the right, changes. What is deleted is a spare one. */
const MADE_ROWS: Readonly<Record<string, Row<GivenRight>>> = {
  "tags.change": { rule: "maintain" },
  "tags.delete": { rule: "maintain", path: { tagId: "spareTagId" }, lacks: true },
  "questions.change": { rule: "maintain" },
  "questions.delete": { rule: "maintain", path: { questionId: "spareQuestionId" }, lacks: true },
  "quickAnswers.change": { rule: "maintain" },
  "quickAnswers.delete": { rule: "maintain", path: { quickAnswerId: "spareQuickAnswerId" }, lacks: true },
  "schedules.change": { rule: "maintain" },
  "schedules.pause": { rule: "maintain" },
  "schedules.resume": { rule: "maintain" },
  "schedules.delete": { rule: "maintain", path: { scheduleId: "spareScheduleId" }, lacks: true },
  "massSends.change": { rule: "sendToMany", body: () => ({ mensagem: "Oi", allContacts: true }) },
  "massSends.pause": { rule: "sendToMany" },
  "massSends.resume": { rule: "sendToMany" },
  "massSends.cancel": { rule: "sendToMany" },
};

const VIEW_ROWS: Readonly<Record<string, Row<"view">>> = {
  "savedViews.change": { rule: "view", body: ({ viewId }) => ({ name: `Outra ${viewId}` }) },
  "savedViews.delete": { rule: "view", path: { viewId: "spareViewId" }, lacks: true },
};

/** Parameters that name what belongs to nobody: the policy alone decides. */
const SHARED_PARAMS: ReadonlySet<string> = new Set(
  "contactId erasureId otherId mergeId userId queueId tagId quickAnswerId questionId massSendId scheduleId key whatsappId copyId gapId eventId name testId token hookId deliveryId runId passkeyId".split(
    " ",
  ),
);

/** A call of the matrix, and how its answer is found out from the rules. */
export interface MatrixCall {
  readonly object: string;
  readonly path: string;
  readonly body: unknown;
  /** Answers that mean the same as the expected one: the object lacks something, or the body is refused before it is looked up. */
  readonly orElse: Verdict | null;
  readonly expected: (actor: Actor, settings: AccessSettings) => Verdict;
}

export const paramNames = (route: AnyRoute): readonly string[] => [...String(route.path).matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

/** Whether the rows decide about a route: its path names an object, or its command loads one. */
export const namesObject = (route: AnyRoute): boolean =>
  paramNames(route).length > 0 || route.policy === "ticket" || route.policy === "chat";

const GATES: Readonly<Partial<Record<Policy, (actor: Actor, settings: AccessSettings) => boolean>>> = {
  addContact: (actor) => can(actor, "contacts:add"),
  editContact: (actor) => can(actor, "contacts:edit"),
  delContact: (actor) => can(actor, "contacts:delete"),
  sendToMany: (actor, settings) => hasRight(actor, "sendToMany", settings),
  maintain: (actor, settings) => hasRight(actor, "maintain", settings),
  manager: (actor) => can(actor, "team:steer"),
  admin: ({ active, profile }) => active && profile === "admin",
  super: isSuper,
};

const passes = ({ policy }: AnyRoute, actor: Actor, settings: AccessSettings): boolean => GATES[policy]?.(actor, settings) ?? true;

/** The calls of a route on every object that it can be about; null when no row says what it is about. */
export function callsOn(name: string, route: AnyRoute, scene: MatrixScene): readonly MatrixCall[] | null {
  const ticketRow = TICKET_ROWS[name];
  if (ticketRow) return scene.tickets.map((ticket) => toCall(route, ticketRow, ticket, ticketVerdict(ticketRow.rule, ticket.facts)));
  const chatRow = CHAT_ROWS[name];
  if (chatRow) return scene.chats.map((chat) => toCall(route, chatRow, chat, chatVerdict(chatRow.rule, chat.facts)));
  const personRow = PERSON_ROWS[name];
  if (personRow) return scene.people.map((person) => toCall(route, personRow, person, selfVerdict(personRow.rule, person.facts)));
  const jobRow = JOB_ROWS[name];
  if (jobRow) return scene.jobs.map((job) => toCall(route, jobRow, job, ({ id }) => (job.facts?.userId === id ? "admitted" : "absent")));
  const madeRow = MADE_ROWS[name];
  if (madeRow) return scene.made.map((made) => toCall(route, madeRow, made, madeVerdict(madeRow.rule, made.facts)));
  const viewRow = VIEW_ROWS[name];
  if (viewRow) return scene.views.map((view) => toCall(route, viewRow, view, viewVerdict(view.facts)));
  const isShared = route.policy !== "ticket" && route.policy !== "chat" && paramNames(route).every((param) => SHARED_PARAMS.has(param));
  return isShared ? [toCall(route, { rule: "shared" }, { name: "absent", ids: {}, facts: null }, () => "absent")] : null;
}

type Expect = MatrixCall["expected"];

function toCall<R>(route: AnyRoute, row: Row<R>, { name, ids }: Owned<unknown>, decide: Expect): MatrixCall {
  const path = String(route.path).replace(/:(\w+)/g, (_all, param: string) => String(ids[row.path?.[param] ?? param] ?? ABSENT_ID));
  return {
    object: name,
    path: `/api${path}${row.query ?? ""}`,
    body: route.method === "GET" ? undefined : (row.body?.(ids) ?? {}),
    orElse: row.lacks === true ? "absent" : row.rule === "shared" ? "admitted" : null,
    expected: (actor, settings) => (passes(route, actor, settings) ? decide(actor, settings) : "refused"),
  };
}

const verdict = (isAdmitted: boolean): Verdict => (isAdmitted ? "admitted" : "refused");

function ticketVerdict(rule: TicketRowRule, facts: MatrixTicket | null): Expect {
  if (!facts) return () => "absent";
  if (rule !== "own") return (actor, settings) => verdict(matches(ticketCondition(rule, actor, settings), facts));
  const message = { fromMe: true, userId: facts.authorId, type: "conversation", isDeleted: false, sentAt: new Date(0) } as const;
  return (actor, settings) =>
    verdict(
      matches(ticketCondition("ticket:write", actor, settings), facts) &&
        (!acceptsMessages(facts.status) || isOwnMessage(message, facts.userId, actor)),
    );
}

function madeVerdict(right: GivenRight, facts: MatrixScene["made"][number]["facts"]): Expect {
  return facts ? (actor, settings) => verdict(mayAlter(actor, right, facts.userId, settings)) : () => "absent";
}

/** One that the person does not see is as absent as one that is gone. */
function viewVerdict(facts: MatrixScene["views"][number]["facts"]): Expect {
  return (actor) => (facts && seesView(actor, facts) ? verdict(mayChangeView(actor, facts)) : "absent");
}

function chatVerdict(rule: "read" | "write" | "own", facts: MatrixScene["chats"][number]["facts"]): Expect {
  if (!facts) return () => "absent";
  if (rule === "read") return (actor) => verdict(readsChat(actor, facts));
  return (actor) => verdict(rule === "own" ? actor.id === facts.senderId : takesPart(actor, facts));
}

/** Administrators reach everybody, others themselves; to them an absent person is as foreign as a colleague (D-111). */
function selfVerdict(rule: "self" | "only self", facts: MatrixScene["people"][number]["facts"]): Expect {
  return (actor) => {
    if (rule === "only self" || actor.profile !== "admin") return verdict(actor.id === facts?.userId);
    return facts ? "admitted" : "absent";
  };
}
