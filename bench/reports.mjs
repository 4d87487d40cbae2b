// node bench/reports.mjs [--rows=20000]
// The largest report as a PDF: how long its pages take, and how much memory the process needs for them.
import { parseArgs } from "node:util";
import { built } from "./lib/place.mjs";
import { FIRST_NAMES, LAST_NAMES } from "./lib/words.mjs";

const GOALS = { seconds: 10, megabytes: 200 };
const MEGABYTE = 1024 * 1024;
const BATCH = 1_000;
const WEIGHTS = [40, 112, 80, 58, 62, 56, 50, 78, 78, 78, 48, 50];

const { values } = parseArgs({ options: { rows: { type: "string", default: "20000" } } });
const count = Number(values.rows);

const toRow = (n) => [
  String(n),
  n % 20 === 0 ? "محمد الأمين 😀" : `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[n % LAST_NAMES.length]} ${n}`,
  `+55 11 9${String(10_000_000 + n).slice(0, 4)}-${String(n).padStart(4, "0")}`,
  "Vendas",
  "Ana Souza",
  "Loja",
  "Fechado",
  ...["00", "01", "02"].map((hour) => `22/11/2026 ${hour}:${String(n % 60).padStart(2, "0")}`),
  "00:30:00",
  "01:00:00",
];

async function* batches() {
  for (let from = 0; from < count; from += BATCH)
    yield await Promise.resolve(Array.from({ length: Math.min(BATCH, count - from) }, (_unused, at) => toRow(from + at)));
}

const { writePdf } = await built("packages/platform", "documents");
const head = {
  language: "pt-BR",
  title: "Relatório de atendimentos",
  company: "Balcão",
  logo: null,
  facts: [["Período", "01/11/2026 a 22/11/2026"]],
  issued: "Emitido em 22/11/2026",
  layout: "landscape",
  columns: WEIGHTS.map((weight, at) => ({ label: `Coluna ${at}`, weight, align: at === 0 || at > 9 ? "right" : "left" })),
  words: { page: "Página", of: "de", empty: "Nada" },
};
const before = process.memoryUsage().rss;
const beganAt = performance.now();
let [bytes, peak] = [0, before];
for await (const chunk of writePdf(head, batches(), () => ({ totals: `Total: ${count}`, chart: null }))) {
  bytes += chunk.length;
  peak = Math.max(peak, process.memoryUsage().rss);
}
const seconds = (performance.now() - beganAt) / 1_000;
const megabytes = (peak - before) / MEGABYTE;
console.log(
  `${count} rows: ${seconds.toFixed(1)} s (goal ${GOALS.seconds}), ${megabytes.toFixed(0)} MB more (goal ${GOALS.megabytes}), a file of ${(bytes / MEGABYTE).toFixed(1)} MB`,
);
process.exitCode = seconds <= GOALS.seconds && megabytes <= GOALS.megabytes ? 0 : 1;
