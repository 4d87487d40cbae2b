import fs from "node:fs";
import path from "node:path";
import { createRandom } from "./random.mjs";
import { createSentences, FIRST_NAMES, LAST_NAMES, MARKED_WORDS } from "./words.mjs";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The data of an office after three years, for which the figures are measured. The data set depends only on these and the seed. */
export const PARAMETERS = {
  seed: 42,
  contacts: 100_000,
  tickets: 100_000,
  messages: 2_000_000,
  queues: 10,
  users: 20,
  connections: 3,
  pendingShare: 0.05,
  openShare: 0.03,
  /** Messages per ticket: the n-th largest has n^-0.7 of the largest. */
  zipfExponent: 0.7,
  pendingNoQueue: 0.2,
  quotedShare: 0.05,
  fromMeShare: 0.45,
  mediaShare: 0.08,
  imageShare: 0.05,
  days: 365,
  now: "2026-11-20T09:00:00Z",
  queuesPerUser: 3,
  commonRate: 0.01,
  midRate: 0.001,
  rareCount: 20,
};

const STATUSES = ["closed", "pending", "open"];
const [CLOSED, PENDING, OPEN] = [0, 1, 2];

const timestamp = (ms) => new Date(ms).toISOString().replace("T", " ").slice(0, 23);
const hex8 = (number) => (number >>> 0).toString(16).padStart(8, "0");
/** An id in the network's format, from a number. */
const messageId = (n) => `3EB0${(hex8(Math.imul(n, 2654435761)) + hex8(Math.imul(n, 1597334677) ^ 0x9e3779b9)).toUpperCase()}`;

const ROWS_AT_ONCE = 5000;

/** The text that COPY reads as NULL. */
const NULL = "\\N";

/** A file of rows separated by tabs, as COPY reads it. */
function createTsvFile(file) {
  const descriptor = fs.openSync(file, "w");
  let rows = [];
  const flush = () => {
    if (rows.length > 0) fs.writeSync(descriptor, `${rows.join("\n")}\n`);
    rows = [];
  };
  return {
    write: (fields) => {
      rows.push(fields.join("\t"));
      if (rows.length >= ROWS_AT_ONCE) flush();
    },
    close: () => {
      flush();
      fs.closeSync(descriptor);
    },
  };
}

function writeContacts(file, { random, p, now }) {
  const tsv = createTsvFile(file);
  for (let id = 1; id <= p.contacts; id++) {
    const name = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
    if (random.next() < 0.5) name.push(random.pick(LAST_NAMES));
    const number = `55${11 + random.below(88)}9${String(10_000_000 + ((id * 7919) % 89_999_999)).padStart(8, "0")}`;
    const createdAt = now - random.below(p.days) * DAY - random.below(DAY);
    tsv.write([id, name.join(" "), number, timestamp(createdAt)]);
  }
  tsv.close();
}

/** Status and number of messages of each ticket; the largest one is open and belongs to user 1. */
function planTickets({ random, p }) {
  const rankOf = random.shuffled(p.tickets);
  const contactOrder = random.shuffled(p.contacts);
  const statusOrder = random.shuffled(p.tickets);
  const pending = Math.round(p.tickets * p.pendingShare);
  const open = Math.round(p.tickets * p.openShare);
  const status = new Uint8Array(p.tickets + 1);
  for (let i = 0; i < pending + open; i++) status[statusOrder[i]] = i < pending ? PENDING : OPEN;

  let weights = 0;
  for (let rank = 1; rank <= p.tickets; rank++) weights += Math.pow(rank, -p.zipfExponent);
  const size = new Uint32Array(p.tickets + 1);
  let total = 0;
  let largest = 1;
  for (let id = 1; id <= p.tickets; id++) {
    size[id] = Math.max(1, Math.round((p.messages / weights) * Math.pow(rankOf[id - 1], -p.zipfExponent)));
    total += size[id];
  }
  for (let id = 1; id <= p.tickets; id++) if (size[id] > size[largest]) largest = id;
  // The largest ticket gets the messages that rounding leaves.
  size[largest] += p.messages - total;
  status[largest] = OPEN;
  return { status, size, largest, contactOrder };
}

function placeTickets({ random, p, now }, { status, size, largest, contactOrder }) {
  const column = (Type) => new Type(p.tickets + 1);
  const tickets = {
    contact: column(Uint32Array),
    user: column(Uint8Array),
    queue: column(Uint8Array),
    connection: column(Uint8Array),
    begin: column(Float64Array),
    end: column(Float64Array),
    unread: column(Uint16Array),
  };
  let live = 0;
  for (let id = 1; id <= p.tickets; id++) {
    const state = status[id];
    // A contact has one live ticket at most.
    tickets.contact[id] = state === CLOSED ? 1 + random.below(p.contacts) : contactOrder[live++];
    const hasNoQueue = state === PENDING && random.next() < p.pendingNoQueue;
    tickets.queue[id] = hasNoQueue ? 0 : 1 + Math.min(p.queues - 1, Math.floor(Math.pow(random.next(), 1.5) * p.queues));
    tickets.user[id] = state === PENDING ? 0 : 1 + random.below(p.users);
    if (id === largest) tickets.user[id] = 1;
    tickets.connection[id] = 1 + random.below(p.connections);
    const end = state === CLOSED ? now - 7 * DAY - random.below((p.days - 8) * DAY) : now - random.below(7 * DAY);
    const life = size[id] > 300 ? Math.min(300 * DAY, (size[id] * HOUR) / 2) : random.below(3 * DAY) + HOUR / 6;
    tickets.end[id] = end;
    tickets.begin[id] = Math.max(end - life, now - p.days * DAY - life * 0.2);
    tickets.unread[id] = state === PENDING ? 1 + random.below(8) : state === OPEN ? random.below(4) : 0;
  }
  return tickets;
}

/** The ticket and the instant of every message, in the order in which they were written. */
function orderMessages({ random, p }, { size }, tickets) {
  const ticketOf = new Uint32Array(p.messages);
  const at = new Float64Array(p.messages);
  let n = 0;
  for (let id = 1; id <= p.tickets; id++) {
    const begin = tickets.begin[id];
    const end = tickets.end[id];
    for (let i = 0; i < size[id]; i++, n++) {
      ticketOf[n] = id;
      at[n] = i === size[id] - 1 ? end : begin + (end - begin) * ((i + random.next() * 0.9) / size[id]);
    }
  }
  const order = Uint32Array.from({ length: p.messages }, (_, index) => index);
  order.sort((a, b) => at[a] - at[b]);
  return { ticketOf, at, order };
}

function createBodies({ random, p, sentence }) {
  const rare = new Set();
  while (rare.size < p.rareCount) rare.add(random.below(p.messages));
  return (n) => {
    const words = [sentence()];
    const draw = random.next();
    if (draw < p.commonRate) words.push(MARKED_WORDS.common);
    else if (draw < p.commonRate + p.midRate) words.push(MARKED_WORDS.middle);
    if (rare.has(n)) words.push(MARKED_WORDS.rare);
    return words.join(" ");
  };
}

/** Writes the messages; returns the last body of each ticket. */
function writeMessages(file, { random, p, sentence }, { size }, tickets) {
  const { ticketOf, at, order } = orderMessages({ random, p }, { size }, tickets);
  const body = createBodies({ random, p, sentence });
  const written = new Uint32Array(p.tickets + 1);
  const lastId = [];
  const lastBody = [];
  const tsv = createTsvFile(file);
  for (let n = 0; n < p.messages; n++) {
    const ticket = ticketOf[order[n]];
    written[ticket]++;
    const fromMe = random.next() < p.fromMeShare;
    const text = body(n);
    const draw = random.next();
    const type = draw < p.imageShare ? "image" : draw < p.mediaShare ? "audio" : "chat";
    const media = type === "chat" ? NULL : `m${n}${type === "image" ? ".jpg" : ".ogg"}`;
    const id = messageId(n);
    const quoted = written[ticket] > 1 && random.next() < p.quotedShare ? lastId[ticket] : NULL;
    const isUnread = written[ticket] > size[ticket] - tickets.unread[ticket] && !fromMe;
    const contact = fromMe ? NULL : tickets.contact[ticket];
    const queue = tickets.queue[ticket] || NULL;
    tsv.write([id, text, 3, isUnread ? 0 : 1, type, media, ticket, timestamp(at[order[n]]), fromMe ? 1 : 0, 0, contact, quoted, queue]);
    lastId[ticket] = id;
    lastBody[ticket] = text;
  }
  tsv.close();
  return lastBody;
}

function writeTickets(file, { p }, { status }, tickets, lastBody) {
  const tsv = createTsvFile(file);
  for (let id = 1; id <= p.tickets; id++) {
    const uuid = `${id.toString(16).padStart(8, "0")}-0000-4000-8000-${`${messageId(id + 5e7).slice(4)}0000`.slice(0, 12).toLowerCase()}`;
    const { contact, user, queue, connection, begin, end, unread } = tickets;
    const owner = [contact[id], user[id] || NULL];
    const place = [connection[id], 0, unread[id], queue[id] || NULL, uuid];
    tsv.write([id, STATUSES[status[id]], lastBody[id].slice(0, 250), ...owner, timestamp(begin[id]), timestamp(end[id]), ...place]);
  }
  tsv.close();
}

/** User 1 serves every queue, the others three each. */
function writeUserQueues(file, { p }) {
  const tsv = createTsvFile(file);
  for (let user = 1; user <= p.users; user++) {
    const count = user === 1 ? p.queues : p.queuesPerUser;
    const queues = Array.from({ length: count }, (_, i) => (user === 1 ? i + 1 : 1 + ((user * 3 + i * 4) % p.queues)));
    for (const queue of new Set(queues)) tsv.write([user, queue]);
  }
  tsv.close();
}

function describe({ p }, { status, size, largest }) {
  const ids = Array.from({ length: p.tickets }, (_, index) => index + 1);
  const top = ids.sort((a, b) => size[b] - size[a]).slice(0, 10);
  const sizes = [...size.slice(1)].sort((a, b) => a - b);
  const count = (state) => status.reduce((n, each) => n + (each === state ? 1 : 0), 0);
  return {
    parameters: p,
    bigTicket: largest,
    bigCount: size[largest],
    top: top.map((id) => [id, size[id]]),
    median: sizes[Math.floor(p.tickets / 2)],
    p99: sizes[Math.floor(p.tickets * 0.99)],
    pending: count(PENDING),
    open: count(OPEN),
  };
}

/** Writes the data set into a folder: contacts, messages, tickets, user_queues as .tsv, and meta.json about them. */
export function writeDataset(folder, parameters = PARAMETERS) {
  fs.mkdirSync(folder, { recursive: true });
  const file = (name) => path.join(folder, name);
  const random = createRandom(parameters.seed);
  const source = { random, p: parameters, now: Date.parse(parameters.now), sentence: createSentences(random) };
  writeContacts(file("contacts.tsv"), source);
  const plan = planTickets(source);
  const tickets = placeTickets(source, plan);
  const lastBody = writeMessages(file("messages.tsv"), source, plan, tickets);
  writeTickets(file("tickets.tsv"), source, plan, tickets, lastBody);
  writeUserQueues(file("user_queues.tsv"), source);
  const meta = describe(source, plan);
  fs.writeFileSync(file("meta.json"), JSON.stringify(meta, null, 1));
  return meta;
}
