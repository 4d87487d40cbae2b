// node tools/bench/contacts.mjs [--contacts=100000] [--clients=10] [--seconds=10] [--profile]
// Contacts of a large company: an import while people list and search, pages, searches, an export.
import { parseArgs } from "node:util";
import { closedLoop } from "./lib/closedLoop.mjs";
import { cpuPerAnswer, cpuTimes } from "./lib/cpuTime.mjs";
import { toRequest } from "./lib/httpConnection.mjs";
import { startNewProduct } from "./lib/newProduct.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { FIRST_NAMES, LAST_NAMES } from "./lib/words.mjs";

/** No import is watched longer. */
const IMPORT_LIMIT_MS = 600_000;
const GOALS = { listMs: 60, importSeconds: 90, exportSeconds: 20, exportMegabytes: 100 };
/** Area codes of a company that sells in the whole country. */
const AREAS = [11, 12, 19, 21, 27, 31, 34, 41, 47, 48, 51, 54, 61, 62, 65, 67, 71, 75, 81, 84, 85, 91, 92, 98];
const SUBSCRIBERS = 30_000_000;
const MEGABYTE = 1024 * 1024;

const { values } = parseArgs({
  options: {
    contacts: { type: "string", default: "100000" },
    clients: { type: "string", default: "10" },
    seconds: { type: "string", default: "10" },
    profile: { type: "boolean", default: false },
  },
});
const [contacts, clients, seconds] = [Number(values.contacts), Number(values.clients), Number(values.seconds)];
const ms = (value) => `${value.toFixed(1)} ms`;
const nameOf = (n) => `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[Math.floor(n / FIRST_NAMES.length) % LAST_NAMES.length]} ${n}`;

/** A mobile number: those of a company differ in area and subscriber, each digit being about as frequent as any other. */
const numberOf = (n) => `55${AREAS[n % AREAS.length]}9${70_000_000 + ((n * 7_919) % SUBSCRIBERS)}`;
/** A number as people write it: "+55 (11) 97514-0000", from its area on, and from its subscriber on. */
const spellingsOf = (number) => {
  const [area, head, tail] = [number.slice(2, 4), number.slice(4, 9), number.slice(9)];
  return [number, `+55 (${area}) ${head}-${tail}`, `${area} ${head}-${tail}`, `${head}-${tail}`, `55${area}${number.slice(5)}`];
};

function* rows() {
  yield ["Nome", "Número", "Email", "Resposta automática", "Tags"];
  for (let n = 0; n < contacts; n += 1) yield [nameOf(n), numberOf(n), `cliente${n}@example.com`, "Sim", ""];
}

/** Processor time of api and database per piece of work, as a text; "" where it is not measured. */
const cpuText = (used) => (used ? `; processor ms of api · database: ${used.api.toFixed(2)} · ${used.database.toFixed(2)}` : "");

/** What `used` per piece leaves when `calls` calls of `perCall` were made beside `pieces` pieces. */
const without = (used, perCall, calls, pieces) =>
  used && Object.fromEntries(Object.entries(used).map(([part, value]) => [part, value - (perCall[part] * calls) / pieces]));

const { product, database, token, call, stop } = await startNewProduct({ profile: values.profile });
try {
  const { writeSheet } = await built("packages/platform", "spreadsheets");
  const parts = [];
  for await (const bytes of writeSheet(rows())) parts.push(bytes);
  const sheet = Buffer.concat(parts);
  const origin = new URL(product.origin);
  const head = { Authorization: `Bearer ${token}` };
  const cpu = () => cpuTimes({ product, database });
  const bytesOf = (at) => toRequest("GET", `/api${at}`, [`Authorization: Bearer ${token}`]);
  const measure = (title, next, during = { forMs: seconds * 1_000 }) => {
    const cpuBefore = cpu();
    return closedLoop({
      port: Number(origin.port),
      clients,
      warmUpMs: 1_000,
      ...during,
      next: () => ({ bytes: bytesOf(next()) }),
    }).then((result) => {
      const times = `p50 ${ms(result.p50)}, p95 ${ms(result.p95)}, ${Math.round(result.perSecond)}/s, ${result.refused} refused`;
      const used = cpuPerAnswer(cpuBefore, cpu(), result.sent);
      console.log(`${title}: ${times}${cpuText(used)}`);
      return { ...result, used };
    });
  };

  const inbox = () => "/tickets?status=open&pageNumber=1";
  // A process answers as it does all day only after some thousands of calls.
  await measure("inbox of a new process", inbox);
  const before = await measure("inbox before the import", inbox);
  const form = new globalThis.FormData();
  form.append("medias", new globalThis.Blob([sheet]), "contatos.xlsx");
  const [began, cpuBegan] = [performance.now(), cpu()];
  const importing = fetch(`${product.origin}/api/contacts/import`, { method: "POST", headers: head, body: form }).then(async (answer) => ({
    answer: await answer.json(),
    seconds: (performance.now() - began) / 1_000,
  }));
  // From its first second, when the sheet is read, to its last.
  let imported = false;
  void importing.finally(() => (imported = true)).catch(() => undefined);
  const during = await measure("inbox during the import", inbox, { forMs: IMPORT_LIMIT_MS, isOver: () => imported });
  const { answer, seconds: took } = await importing;
  const used = without(cpuPerAnswer(cpuBegan, cpu(), contacts), before.used, during.sent, contacts);
  console.log(
    `import of ${answer.created} contacts (${(sheet.length / MEGABYTE).toFixed(1)} MB): ${took.toFixed(1)} s, goal ${GOALS.importSeconds} s; p95 of the inbox ${(during.p95 / before.p95).toFixed(2)} times${cpuText(used)} per contact`,
  );
  if (answer.created !== contacts) throw new Error(JSON.stringify(answer).slice(0, 500));

  let at = 0;
  // A number is searched as fast as a name, in whatever spelling.
  const known = Math.floor(contacts / 2);
  const searches = {
    names: ["mar", "silva", "ana s", "cliente4", "zz", nameOf(known)],
    numbers: [...spellingsOf(numberOf(known)), ...spellingsOf(numberOf(known + 1)), numberOf(known).slice(4, 8), "+55 (11) 9751"],
  };
  const list = await measure("first page", () => "/contacts?searchParam=&cursor=");
  const find = (words) => measure("search", () => `/contacts?cursor=&searchParam=${encodeURIComponent(words[(at += 1) % words.length])}`);
  const [byName, byNumber] = [await find(searches.names), await find(searches.numbers)];
  for (const [title, { p95 }] of Object.entries({ list, "search by name": byName, "search by number": byNumber }))
    console.log(`${title}: p95 ${ms(p95)}, goal ${GOALS.listMs} ms`);
  const pages = [];
  for (let cursor = ""; cursor !== null;) {
    const asked = performance.now();
    const page = await call("GET", `/contacts?cursor=${encodeURIComponent(cursor)}`);
    pages.push(performance.now() - asked);
    cursor = page.cursor;
  }
  const tenth = Math.ceil(pages.length / 10);
  console.log(
    `walk through ${pages.length} pages: p50 of the first tenth ${ms(summary(pages.slice(0, tenth)).p50)}, of the last ${ms(summary(pages.slice(-tenth)).p50)}`,
  );

  const exportedAt = performance.now();
  const exported = await fetch(`${product.origin}/api/contacts/export`, { method: "POST", headers: head });
  let size = 0;
  for await (const bytes of exported.body) size += bytes.length;
  const exportSeconds = (performance.now() - exportedAt) / 1_000;
  console.log(`export: ${exportSeconds.toFixed(1)} s, goal ${GOALS.exportSeconds} s; ${(size / MEGABYTE).toFixed(1)} MB`);
} finally {
  await stop();
}
