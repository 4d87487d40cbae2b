import { ADDED_CALLS, type CallerKind, type DocumentedCall } from "./documentedCall.fixture.js";

const ABSENT = 99_999;

/** A call with one id that nothing has, and its answer: status and code. */
export interface AbsentCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: DocumentedCall["body"];
  readonly who: CallerKind | undefined;
  readonly expected: RegExp;
}

/** Calls whose answer to an absent id is no refusal: a list of nothing, a filter, or an id that the server takes from the session. */
const NO_REFUSAL: ReadonlySet<string> = new Set([
  "GET /protocolos/contact/ABSENT",
  "GET /contacts/:contactId/merges",
  "GET /tickets/history/:contactId",
  "GET /ticketNPS/contact/:contactId",
  "POST /messages/N userId",
  "PUT /messages/N userId",
  "PUT /tickets/N userId",
  "POST /messages/forward/N contacts",
  // The network is asked for the number first.
  "POST /contacts tagIds",
  ...["ticket", "contact", "queue", "user", "target"].flatMap((kind) =>
    ["userId", "contactId", "queueId"].map((id) => `POST /report/${kind} ${id}`),
  ),
  ...["userId", "ticketId", "contactId", "queueId"].map((id) => `POST /log ${id}`),
]);

/** What a call says of an absent object, by the beginning of its name; the first that fits counts. */
const ANSWERS: readonly (readonly [RegExp, RegExp])[] = [
  // A field of the body, and an agent who asks for another person.
  [/ (users|callingUserId)$/, /^404 ERR_NO_USER_FOUND$|^403 ERR_NO_PERMISSION$/],
  [/^PUT \/users\/N queueIds$/, /^403 ERR_NO_PERMISSION$/],
  [/^POST \/(tickets|chats|chats\/messages\/read\/N|push\/\w+) userId$/, /^403 ERR_NO_PERMISSION$/],
  [/^(PUT|POST) \/users\/(picture\/|import\/)?ABSENT$|:userId\/(sessions|preview)/, /^403 ERR_NO_PERMISSION$/],
  [/^\w+ \/(tickets|meta\/templates|protocolos)\S* ticketId$/, /^404 ERR_NO_TICKET_FOUND$/],
  [/^POST \/(tickets|messages\/vcard\/N|report\/message) contactId$/, /^404 ERR_NO_CONTACT_FOUND$/],
  [/^(POST|PUT) \/tickets(\/N)? queueId$/, /^400 ERR_QUEUE_REQUIRED$/],
  [/^(POST|PUT) \/tickets(\/N)? whatsappId$/, /^400 ERR_CONNECTION_REQUIRED$/],
  [/^PUT \/queue\/N userIds$/, /^400 ERR_USER_NO_LINKED_IN_QUEUE$/],
  [/^POST \/pergunta queueId$/, /^404 ERR_NO_QUEUE_FOUND$/],
  [/ chatId$/, /^404 ERR_NOT_FOUND$/],
  [/ whatsappId$/, /^404 ERR_NO_WAPP_FOUND$/],
  [/ \w+$(?<! \/\S+)/, /^400 ERR_VALIDATION$/],
  // What a path names.
  [
    / \/auth\/passkeys\/| \/contacts\/:contactId\/(merge|separate)\/| \/messages\/(gallery|reaction|unconfirmed)\/|\/guests$/,
    /^400 ERR_VALIDATION$/,
  ],
  [/ \/envioMassa\/stops\//, /^409 ERR_SEND_STATE$/],
  [/^(GET|POST|PUT) \/messages\/((search|ios|vcard)\/)?ABSENT/, /^404 ERR_NO_TICKET_FOUND$/],
  [/^POST \/chats\/messages\/ABSENT/, /^404 ERR_NOT_FOUND$/],
  [/ \/(chats\/)?messages\//, /^404 ERR_FETCH_WAPP_MSG$/],
  [/ \/(tickets|ticket2|mentions)\/| \/(protocolos|agendamento)\/ticket\/| \/meta\/templates\/ABSENT/, /^404 ERR_NO_TICKET_FOUND$/],
  [/ \/(whatsapp|whatsappsession|meta)\b/, /^404 ERR_NO_WAPP_FOUND$/],
  [/ \/contacts?\/(?!.*\bundo$)/, /^404 ERR_NO_CONTACT_FOUND$/],
  [/ \/(users|dashboard\/users)\//, /^404 ERR_NO_USER_FOUND$/],
  [/ \/queue\//, /^404 ERR_NO_QUEUE_FOUND$/],
  [/./, /^404 ERR_NOT_FOUND$/],
];

/** The bodies with an absent id in one of their fields, by the field. */
function absentInBody(body: Readonly<Record<string, unknown>>): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  return Object.entries(body).flatMap(([field, value]) => {
    if (!/(Id|Ids|^users|^contacts)$/.test(field)) return [];
    if (typeof value === "number") return [[field, { ...body, [field]: ABSENT }] as const];
    const isList = Array.isArray(value) && value.some((item) => typeof item === "number");
    return isList ? [[field, { ...body, [field]: [ABSENT] }] as const] : [];
  });
}

type Unanswered = Omit<AbsentCall, "expected">;

function absentOf({ method, path, body, who }: DocumentedCall): readonly Unanswered[] {
  const [address = ""] = path.split("?");
  const segments = address.split("/");
  const named = (names: readonly string[]): string => `${method} ${names.join("/").replace(/\b\d+\b/g, "N")}`;
  const inPath = segments.flatMap((segment, at) => {
    if (!/^\d+$/.test(segment)) return [];
    const absent = segments.with(at, String(ABSENT)).join("/") + path.slice(address.length);
    return [{ name: named(segments.with(at, "ABSENT")), method, path: absent, body, who }];
  });
  const fields = body === undefined || body instanceof FormData ? [] : absentInBody(body);
  const inBody = fields.map(([field, changed]) => ({ name: `${named(segments)} ${field}`, method, path, body: changed, who }));
  return [...inPath, ...inBody];
}

/**
 * Every call that names something, once for each id that it names, with that one absent and the others as they are; the added calls, which
 * have no example, with all ids of their path absent.
 */
export function absentCalls(calls: readonly DocumentedCall[]): readonly AbsentCall[] {
  const added = Object.entries(ADDED_CALLS)
    .filter(([name]) => /:\w+Id/.test(name))
    .map(([name, who]): Unanswered => {
      const [method = "", path = ""] = name.split(" ");
      return { name, method, path: path.replace(/:\w+/g, String(ABSENT)), body: method === "GET" ? undefined : {}, who };
    });
  return [...calls.flatMap(absentOf), ...added]
    .filter(({ name }) => !NO_REFUSAL.has(name))
    .map((call) => ({ ...call, expected: ANSWERS.find(([of]) => of.test(call.name))?.[1] ?? /^$/ }));
}
