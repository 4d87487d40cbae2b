// node tools/bench/hooks.mjs [--per-second=300] [--seconds=20] [--hooks=1] [--answer-ms=5]
// Messages in 200 conversations, each told to every webhook: how many deliveries arrive a second, after how long, and what they cost of a
// core, ours and PostgreSQL's. The receiver and what makes the events are processes of their own.
import { fork } from "node:child_process";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { databaseMs } from "./lib/cpuTime.mjs";
import { built } from "./lib/place.mjs";
import { openOwnServices } from "./lib/services.mjs";

const text = (value) => ({ type: "string", default: value });
const options = {
  "per-second": text("300"),
  seconds: text("20"),
  hooks: text("1"),
  "answer-ms": text("5"),
  receiver: { type: "boolean" },
  maker: text(""),
};
const { values } = parseArgs({ options });
const [perSecond, seconds, hooks, answerMs] = [values["per-second"], values.seconds, values.hooks, values["answer-ms"]].map(Number);
const CONVERSATIONS = 200;
const WARM_UP_S = 3;

/** Answers every request after some milliseconds and tells its parent when something happened that arrived. */
function receive() {
  const lags = [];
  const server = createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      lags.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(parts).toString()).at));
      setTimeout(() => response.end(), answerMs);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
  process.on("message", () => process.send({ lags: lags.splice(0) }));
  process.on("disconnect", () => process.exit());
}

/** Makes events at the rate for the seconds that its parent names, and tells it of each step, and in the end. */
async function make() {
  const { openDatabase } = await built("packages/database", "sql");
  const { insertLiveEvents } = await built("packages/database", "live");
  const { sql } = openDatabase({ url: values.maker, applicationName: "maker", poolSize: 1 });
  const facts = { status: "open", isGroup: false, queueId: 1, userId: 1 };
  const eventAt = (at) => {
    const ticketId = 1 + (at % CONVERSATIONS);
    const payload = { change: "changed", before: facts, after: facts, version: 2, createdMessages: [ticketId], updatedMessages: [] };
    return { topic: "ticket", ticketId, payload };
  };
  process.on("message", async ({ forSeconds }) => {
    const begin = performance.now();
    let made = 0;
    while (performance.now() - begin < forSeconds * 1_000) {
      const due = Math.floor(((performance.now() - begin) / 1_000) * (perSecond / hooks)) - made;
      if (due > 0)
        await insertLiveEvents(
          sql,
          Array.from({ length: due }, (_, at) => eventAt(made + at)),
        );
      made += Math.max(0, due);
      process.send("made");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.send("over");
  });
  process.on("disconnect", () => process.exit());
}

async function measure() {
  const receiver = fork(import.meta.filename, ["--receiver", `--answer-ms=${answerMs}`], { execArgv: [] });
  const answered = () => new Promise((resolve) => receiver.once("message", resolve));
  const { port } = await answered();
  const host = `127.0.0.1:${port}`;
  const { services: opened, databaseUrl, databasePid, stop } = await openOwnServices({ program: "worker", poolSize: 6 });
  const services = { ...opened, hookAddresses: { internalHosts: [host] } };
  try {
    const { createHookPoster, createHookWorker, hookKeyContext } = await built("packages/application", "roof/hooks");
    const { insertHook, nextHookId } = await built("packages/database", "hooks");
    const { createLoop } = await built("packages/platform", "loops");
    const { sql } = services.database;
    await fill(sql);
    await services.directory.refresh();
    for (let at = 0; at < hooks; at += 1) {
      const id = await nextHookId(sql);
      const secretSealed = services.sealer.seal("chave", hookKeyContext(id));
      const fields = { name: `h${id}`, address: `http://${host}/hook`, events: ["message.created"], reach: "all", queueIds: [] };
      await insertHook(sql, { ...fields, id, userId: 1, secretSealed, createdAt: new Date(), tokenId: null });
    }
    const poster = createHookPoster(services);
    let wake = () => undefined;
    const worker = createHookWorker(services, poster, () => wake());
    const loop = createLoop({ name: "hooks", work: worker.pass, idleMs: 250, logger: services.logger });
    wake = loop.wake;
    loop.start();
    const maker = fork(import.meta.filename, [`--maker=${databaseUrl}`, `--per-second=${perSecond}`, `--hooks=${hooks}`], { execArgv: [] });
    const run = (forSeconds) =>
      new Promise((resolve) => {
        const hear = (said) => {
          loop.wake();
          if (said === "made") return;
          maker.off("message", hear);
          resolve();
        };
        maker.on("message", hear);
        maker.send({ forSeconds });
      });
    await run(WARM_UP_S);
    receiver.send("");
    await answered();
    const [own, database, begin] = [process.cpuUsage(), databaseMs(databasePid), performance.now()];
    await run(seconds);
    const lastedMs = performance.now() - begin;
    const { user, system } = process.cpuUsage(own);
    const theirs = databaseMs(databasePid) - database;
    receiver.send("");
    const { lags } = await answered();
    lags.sort((a, b) => a - b);
    const share = (ms) => `${((ms / lastedMs) * 100).toFixed(1)} %`;
    const ours = (user + system) / 1_000;
    console.log(
      `${(lags.length / (lastedMs / 1_000)).toFixed(0)} deliveries/s of ${perSecond} · ${hooks} webhooks · a receiver that answers in ${answerMs} ms`,
    );
    console.log(`of a core: ours ${share(ours)} (${(ours / lags.length).toFixed(2)} ms a delivery) · PostgreSQL ${share(theirs)}`);
    console.log(
      `from what happened to its arrival: p50 ${lags[Math.floor(lags.length / 2)]} ms · p95 ${lags[Math.floor(lags.length * 0.95)]} ms`,
    );
    maker.disconnect();
    await loop.stop();
    await worker.stop();
    poster.close();
  } finally {
    receiver.disconnect();
    await stop();
  }
}

async function fill(sql) {
  await sql.ask("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Admin', 'admin@balcao.test', 'x', 'admin')");
  await sql.ask("INSERT INTO queue (name, color) VALUES ('Suporte', '#7a7a7a')");
  await sql.ask("INSERT INTO connection (api, name, status) VALUES ('meow', 'Loja', 'CONNECTED')");
  await sql.ask(
    `INSERT INTO contact (name, number) SELECT 'Cliente ' || n, (5511900000000 + n)::text FROM generate_series(1, ${CONVERSATIONS}) n`,
  );
  await sql.ask("INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id) SELECT 'open', id, 1, 1, 1 FROM contact");
  await sql.ask(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, contact_id, type, body, sent_at)
     SELECT id, 1, 'phone:' || id, 'x', false, 'E' || id, contact_id, 'conversation', 'Bom dia, meu pedido já saiu para a entrega?', now() FROM ticket`,
  );
  await sql.ask("VACUUM ANALYZE");
}

await (values.receiver ? receive() : values.maker === "" ? measure() : make());
