// node tools/bench/moving.mjs [--messages=2000000] [--tickets=100000] [--contacts=100000] [--statements] [--profile]
// Takes over a made whaticket database beside an inbox in use: rows per second, the time of it, and how long lists take meanwhile.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { startNewProduct } from "./lib/newProduct.mjs";
import { summary } from "./lib/percentiles.mjs";
import { DEFAULT_FOLDER, ROOT } from "./lib/place.mjs";
import { COUNTED, countStatements } from "./lib/statements.mjs";

const GOALS = { minutes: 20, inboxTimes: 1.5 };
const FIRST_NUMBER = 5_511_900_000_000;
/** A person's inbox asks for its list so often. */
const ASK_EVERY_MS = 100;
const QUIET_MS = 20_000;

const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "2000000" },
    tickets: { type: "string", default: "100000" },
    contacts: { type: "string", default: "100000" },
    statements: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
  },
});
const [messages, tickets, contacts] = [values.messages, values.tickets, values.contacts].map(Number);

/** Messages are made of words, because random letters have more trigrams than people write. */
const WORDS =
  "bom dia boa tarde quero saber o preço do bolo de chocolate para sábado tem entrega no centro qual valor da caixa com doze doces obrigada pode ser amanhã às dez horas sim não vou passar aí depois confirmo pagamento pelo pix ok abraço";

/** What people already have in front of them: a list of the inbox that holds nothing costs nothing. */
const IN_USE = {
  schema: "used",
  contacts: 100,
  tickets: 100,
  messages: 1_000,
  since: "2026-01-01",
  openEvery: 1,
  numbers: FIRST_NUMBER + 1_000_000,
};
const MOVED = { schema: "old", contacts, tickets, messages, since: "2020-01-01", openEvery: 500, numbers: FIRST_NUMBER };

/** The tables of whaticket-community, by its published migrations, filled by their numbers. */
const fill = ({ schema, contacts, tickets, messages, since, openEvery, numbers }) => `
CREATE SCHEMA ${schema}; SET search_path = ${schema};
CREATE TABLE "Users" (id int PRIMARY KEY, name text, email text);
CREATE TABLE "Queues" (id int PRIMARY KEY, name text, color text);
CREATE TABLE "Whatsapps" (id int PRIMARY KEY, name text);
CREATE TABLE "Contacts" (id int PRIMARY KEY, name text, number text, email text, "isGroup" boolean, "createdAt" timestamptz);
CREATE TABLE "Tickets" (id int PRIMARY KEY, status text, "contactId" int, "userId" int, "whatsappId" int, "queueId" int, "createdAt" timestamptz, "updatedAt" timestamptz);
CREATE TABLE "Messages" (id text PRIMARY KEY, body text, ack int, "mediaType" text, "mediaUrl" text, "ticketId" int, "createdAt" timestamptz, "fromMe" boolean,
  "isDeleted" boolean, "contactId" int, "quotedMsgId" text);
INSERT INTO "Users" VALUES (1, 'Pessoa', 'admin@balcao.local');
INSERT INTO "Queues" VALUES (1, 'Vendas', '#112233');
INSERT INTO "Whatsapps" VALUES (1, 'Antigo');
INSERT INTO "Contacts" SELECT n, 'Cliente ' || n, (${numbers} + n)::text, '', false, '${since}' FROM generate_series(1, ${contacts}) n;
INSERT INTO "Tickets" SELECT n, CASE WHEN n % ${openEvery} = 0 THEN 'open' ELSE 'closed' END, 1 + n % ${contacts}, 1, 1, 1, timestamptz '${since}' + n * interval '20 minutes',
  timestamptz '${since}' + n * interval '20 minutes' + interval '1 hour' FROM generate_series(1, ${tickets}) n;
INSERT INTO "Messages" SELECT 'M' || md5('${schema}' || n), (SELECT string_agg(words[1 + (n * 31 + at * (7 + n % 11)) % 45], ' ') FROM generate_series(1, 3 + n % 14) at) || ' ' || n % 1000,
  3, 'chat', NULL, 1 + n % ${tickets}, timestamptz '${since}' + (1 + n % ${tickets}) * interval '20 minutes' + (n / ${tickets}) * interval '1 minute', n % 2 = 0, false, 1 + (1 + n % ${tickets}) % ${contacts},
  NULL FROM generate_series(0, ${messages} - 1) n, (SELECT string_to_array('${WORDS}', ' ') AS words) w;
ANALYZE;
`;

const { product, database, call, stop } = await startNewProduct({ settings: values.statements ? COUNTED : {} });
const statements = values.statements ? await countStatements(database) : null;
try {
  await call("POST", "/whatsapp", { name: "Antigo", api: "meow", queueIds: [] });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const system of [IN_USE, MOVED]) await client.query(fill(system));
  await client.end();

  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: product.dataDir ?? path.join(ROOT, "tools", "bench", "dataset", "moving"),
  };
  /** Starts the import of a schema; `code` is null until it has ended. */
  const startImport = ({ schema }, flags = []) => {
    const source = `${database.url}${database.url.includes("?") ? "&" : "?"}options=-csearch_path%3D${schema}`;
    const command = [...flags, path.join(ROOT, "apps/api/dist/commands/importFrom.js"), source, "--name", schema];
    const run = { code: null, ended: null };
    run.ended = once(spawn(process.execPath, command, { env, stdio: "inherit" }), "exit").then(([code]) => (run.code = code ?? 1));
    return run;
  };
  const listUntil = async (isOver) => {
    const times = [];
    while (!isOver()) {
      const asked = performance.now();
      await call("GET", "/tickets?status=open&pageNumber=1");
      times.push(performance.now() - asked);
      await pause(ASK_EVERY_MS);
    }
    return summary(times);
  };
  await startImport(IN_USE).ended;
  const quietUntil = performance.now() + QUIET_MS;
  const before = await listUntil(() => performance.now() > quietUntil);

  await statements?.reset();
  const began = performance.now();
  const run = startImport(MOVED, values.profile ? ["--cpu-prof", `--cpu-prof-dir=${path.join(DEFAULT_FOLDER, "profiles", "import")}`] : []);
  const during = await listUntil(() => run.code !== null);
  const seconds = (performance.now() - began) / 1_000;
  const rows = messages + tickets + contacts;
  const whole = (seconds * (2_200_000 / rows)) / 60;
  console.log(
    `${rows} rows in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)}/s; 2,200,000 at this rate: ${whole.toFixed(1)} min, goal ${GOALS.minutes} min`,
  );
  console.log(
    `list of the inbox: p95 ${before.p95.toFixed(1)} ms before, ${during.p95.toFixed(1)} ms meanwhile: ${(during.p95 / before.p95).toFixed(2)} times, goal ${GOALS.inboxTimes}`,
  );
  await statements?.print("time", 30);
  if (run.code !== 0) process.exitCode = 1;
} finally {
  await statements?.stop();
  await stop();
}
