// node bench/chat.mjs [--rows=fanOut,pushes,reads,firstLoad] [--sockets=200] [--messages=60] [--pushes=1000] [--rounds=3] [--chats=500]
//   [--history=50000] [--calls=200] [--profile] [--check]
// Colleagues' chats: a message on its way to every socket of a large group, web pushes, lists and pages, and the first load of the screen.
// The product runs with NODE_ENV=test, which alone allows a push service on the loopback; passwords apart it makes no difference.
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { addChats, addColleagues, colleagueEmail, signInColleagues } from "./lib/chatData.mjs";
import { openChatSockets } from "./lib/chatSockets.mjs";
import { cpuTimes } from "./lib/cpuTime.mjs";
import { measureFirstLoads } from "./lib/firstLoad.mjs";
import { openConnection, toRequest } from "./lib/httpConnection.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built, library } from "./lib/place.mjs";

const GOALS = { lastMs: 100, pushSeconds: 10, readMs: 20 };
const WARM_UP = 10;
/** Between two messages or calls, so that each is measured alone. */
const [MESSAGE_PAUSE_MS, CALL_PAUSE_MS] = [150, 10];
const [BROWSERS, READERS] = [5, 20];
const PUSH_LIMIT_MS = 60_000;

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "fanOut,pushes,reads,firstLoad" },
    sockets: { type: "string", default: "200" },
    messages: { type: "string", default: "60" },
    pushes: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    chats: { type: "string", default: "500" },
    history: { type: "string", default: "50000" },
    calls: { type: "string", default: "200" },
    profile: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const rows = values.rows.split(",");
const [sockets, messages, pushes, rounds] = [values.sockets, values.messages, values.pushes, values.rounds].map(Number);
const [chats, history, calls] = [values.chats, values.history, values.calls].map(Number);

const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const load = () => `load of the machine ${os.loadavg()[0].toFixed(1)}`;
const each = (before, after, part, count) => (before && after ? ms((after[part] - before[part]) / count) : "unknown");
function judge(isMet) {
  if (!isMet && values.check) process.exitCode = 1;
}

const { startPushService } = await built("packages/simulators", "pushService");
const service = await startPushService();
const stops = [() => service.close()];

/** The product with its colleagues, of whom the first writes to a group of the others. */
async function open() {
  const more = { NODE_ENV: "test", PUSH_LOOPBACK_PORT: new URL(service.url).port };
  const started = await startNewProduct({ more, profile: values.profile });
  const { product, database, stop } = started;
  stops.push(stop);
  const { Client } = library("packages/database", "pg");
  const client = new Client(database.url);
  await client.connect();
  stops.push(() => client.end());
  const ids = await addColleagues(client, Math.max(sockets, chats) + 1);
  const people = await signInColleagues(product.origin, ids.slice(0, sockets + 1));
  const connection = await openConnection(product.port);
  const call = async (person, method, at, body) => {
    const answer = await connection.send(toRequest(method, `/api${at}`, [person.header], body ? JSON.stringify(body) : null));
    const text = answer.body.toString("utf8");
    if (answer.status !== 200) throw new Error(`${method} ${at}: ${answer.status} ${text.slice(0, 300)}`);
    return { view: JSON.parse(text), bytes: answer.body.length };
  };
  const [writer, ...others] = people;
  const group = await call(writer, "POST", "/chats", { isGroup: true, groupName: "Todos", users: others.map(({ id }) => id) });
  return { product, database, client, ids, writer, others, call, groupId: group.view.id };
}

/** From the beginning of the call that sends a message to its arrival at the last socket. */
async function measureFanOut({ product, database, writer, others, call, groupId }) {
  const opened = await openChatSockets({ origin: product.origin, people: others, chatId: groupId });
  const send = async (key) => {
    const arrived = opened.hear(`#${key}`);
    const at = clock();
    const { view } = await call(writer, "POST", `/chats/messages/${groupId}`, { body: `#${key} Bom dia a todos` });
    const answered = clock() - at;
    const { count, first, last, busyMs, bytes } = await arrived;
    await sleep(MESSAGE_PAUSE_MS);
    return { id: view.id, answered, first: first - at, last: last - at, lost: others.length - count, busyMs, bytes };
  };
  for (let key = 0; key < WARM_UP; key += 1) await send(key);
  const before = cpuTimes({ product, database });
  const sent = [];
  for (let key = WARM_UP; key < WARM_UP + messages; key += 1) sent.push(await send(key));
  const after = cpuTimes({ product, database });
  await measureReadings({ product, database, others, call, groupId, writer }, { opened, id: sent.at(-1).id });
  await opened.close();
  const of = (field) => summary(sent.filter(({ lost }) => lost === 0).map((one) => one[field]));
  const [last, lost] = [of("last"), sent.reduce((sum, one) => sum + one.lost, 0)];
  console.log(
    `a message to ${others.length} sockets, ${messages} times: at the last one p50 ${ms(last.p50)}, p95 ${ms(last.p95)} (goal ${GOALS.lastMs}), ` +
      `longest ${ms(last.max)}, ${lost} lost; at the first one p50 ${ms(of("first").p50)}; answered p50 ${ms(of("answered").p50)}; ` +
      `${(of("bytes").p50 / 1_024 / others.length).toFixed(1)} KB for each socket; processor per message: api ${each(before, after, "api", messages)}, ` +
      `database ${each(before, after, "database", messages)}, worker ${each(before, after, "worker", messages)}; ` +
      `the bench's own sockets were busy ${ms(of("busyMs").p50)} per message, which is in these times; ${load()}`,
  );
  judge(lost === 0 && last.p95 <= GOALS.lastMs);
}

/** Everybody reads the last message at the same time, until all sockets show it. */
async function measureReadings({ product, database, writer, others, call, groupId }, { opened, id }) {
  const before = cpuTimes({ product, database });
  const at = clock();
  const { version } = (await call(writer, "GET", `/chats/${groupId}`)).view;
  const shown = opened.hear(`v${version + others.length}`);
  const readers = Array.from({ length: READERS }, (_, index) => others.filter((_one, n) => n % READERS === index));
  await Promise.all(
    readers.map(async (some) => {
      const read = await ownCall(product);
      for (const person of some) await read(person, "POST", `/chats/messages/read/${id}`, {});
    }),
  );
  const answered = clock() - at;
  const { count, last, bytes } = await shown;
  const after = cpuTimes({ product, database });
  console.log(
    `${others.length} people read it at the same time: answered after ${ms(answered)}, on ${count} of ${others.length} screens after ${ms(last - at)}; ` +
      `${(bytes / 1_024 / others.length).toFixed(0)} KB for each socket; processor: api ${each(before, after, "api", 1)}, ` +
      `database ${each(before, after, "database", 1)}; ${load()}`,
  );
  judge(count === others.length);
}

/** Calls of a person one after the other until `isOver`; their times. */
async function callOn({ writer, call }, isOver) {
  const times = [];
  while (!isOver(times.length)) {
    const at = clock();
    await call(writer, "GET", "/tickets?status=open&pageNumber=1");
    times.push(clock() - at);
    await sleep(CALL_PAUSE_MS);
  }
  return summary(times);
}

/** One message that is pushed to five browsers of each of its readers. */
async function measurePushes(stage) {
  const { product, database, client, writer, others, call, groupId } = stage;
  const wanted = Math.min(pushes, others.length * BROWSERS);
  const { publicKey } = (await call(writer, "GET", "/push/public_key")).view;
  for (let n = 0; n < wanted; n += 1) {
    const person = others[n % others.length];
    await call(person, "POST", "/push/register", { subscription: service.subscribe(publicKey), userId: person.id });
  }
  const quiet = await callOn(stage, (count) => count >= calls);
  const seconds = [];
  const meanwhile = [];
  const before = cpuTimes({ product, database });
  for (let round = 0; round < rounds; round += 1) {
    const from = service.received.length;
    const at = clock();
    const isOver = () => service.received.length - from >= wanted || clock() - at > PUSH_LIMIT_MS;
    const calling = callOn({ writer, call: await ownCall(product) }, isOver);
    await call(writer, "POST", `/chats/messages/${groupId}`, { body: `Aviso ${round}` });
    while (!isOver()) await sleep(5);
    seconds.push((clock() - at) / 1_000);
    meanwhile.push(await calling);
    const reached = new Set(service.received.slice(from).map(({ endpoint }) => endpoint)).size;
    if (reached !== wanted || service.faults.length > 0)
      throw new Error(`${reached} of ${wanted} browsers were reached; ${service.faults.slice(0, 3)}`);
  }
  const after = cpuTimes({ product, database });
  await client.query("DELETE FROM push_subscription");
  const most = (field) => Math.max(...meanwhile.map((one) => one[field]));
  const count = wanted * rounds;
  console.log(
    `${wanted} pushes, ${rounds} times: ${seconds.map((one) => one.toFixed(1)).join(", ")} s until the last one was decrypted (goal ${GOALS.pushSeconds}); ` +
      `other calls p50 ${ms(most("p50"))}, p95 ${ms(most("p95"))} meanwhile, without p50 ${ms(quiet.p50)}, p95 ${ms(quiet.p95)}; ` +
      `processor per push: worker ${each(before, after, "worker", count)}, database ${each(before, after, "database", count)}, ` +
      `the bench with its push service ${each(before, after, "generator", count)}; ${load()}`,
  );
  judge(Math.max(...seconds) <= GOALS.pushSeconds);
}

/** A call on a connection of its own, because a connection takes one request at a time. */
async function ownCall({ port }) {
  const connection = await openConnection(port);
  return async (person, method, at, body) => {
    const { status } = await connection.send(toRequest(method, `/api${at}`, [person.header], body ? JSON.stringify(body) : null));
    if (status !== 200) throw new Error(`${method} ${at}: ${status}`);
  };
}

/** The list of a person with many chats, and the first page of a long chat. */
async function measureReads({ client, ids, writer, call, groupId }) {
  const { bigId, smallId } = await addChats(client, { ids, chats, pairs: 100, messages: history });
  const page = (chatId) => () => call(writer, "POST", "/chats/messages/get", { chatId });
  let cursor = "";
  const walk = async () => {
    const answer = await call(writer, "GET", `/chats?cursor=${encodeURIComponent(cursor)}`);
    const last = answer.view.chats.at(-1);
    cursor = answer.view.hasMore ? `${last.updatedAt}~${last.id}` : "";
    return answer;
  };
  const questions = [
    [`first page of the list of ${chats} chats`, () => call(writer, "GET", "/chats"), ({ count }) => count === chats],
    [`walk through the list of ${chats} chats, per page`, walk, ({ count }) => count === chats],
    ["search in that list", () => call(writer, "GET", "/chats?searchParam=colega%2033"), ({ chats: found }) => found.length > 0],
    ["its unread ones, for the bell", () => call(writer, "GET", "/chats?withUnreadMessages=true"), ({ count }) => count < chats],
    [`first page of a chat of ${history} messages`, page(bigId), (view) => view.messages.length === 20 && view.hasMore],
    ["first page of a chat of 2 messages", page(smallId), (view) => view.messages.length === 2],
    [`the group of ${sockets + 1} people`, () => call(writer, "GET", `/chats/${groupId}`), ({ users }) => users.length === sockets + 1],
  ];
  for (const [what, ask, isRight] of questions) {
    for (let n = 0; n < WARM_UP; n += 1) await ask();
    const times = [];
    let size = 0;
    for (let n = 0; n < calls; n += 1) {
      const at = clock();
      const { view, bytes } = await ask();
      times.push(clock() - at);
      size = Math.max(size, bytes);
      if (!isRight(view)) throw new Error(`${what}: ${JSON.stringify(view).slice(0, 300)}`);
    }
    const { p50, p95 } = summary(times);
    console.log(
      `${what}: p50 ${ms(p50)}, p95 ${ms(p95)} (goal ${GOALS.readMs}) of ${calls} calls, up to ${(size / 1_024).toFixed(0)} KB; ${load()}`,
    );
    judge(p95 <= GOALS.readMs);
  }
}

try {
  const stage = await open();
  if (rows.includes("fanOut")) await measureFanOut(stage);
  if (rows.includes("pushes")) await measurePushes(stage);
  if (rows.includes("reads")) await measureReads(stage);
  if (rows.includes("firstLoad")) await measureFirstLoads(stage.product, { email: colleagueEmail(1), routes: ["/chats"] });
} finally {
  for (const stop of stops.reverse()) await stop();
}
