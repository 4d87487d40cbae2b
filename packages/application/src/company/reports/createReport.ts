import { Readable } from "node:stream";
import { AppError } from "@balcao/contracts/errors";
import { MOST_REPORT_ROWS, type ReportKind, type ReportView } from "@balcao/contracts/reports";
import { getContactRow } from "@balcao/database/contacts";
import { insertFile } from "@balcao/database/files";
import {
  countReportContacts,
  countReportTickets,
  dropReport,
  finishReport,
  insertReport,
  listContactLines,
  setReportProgress,
} from "@balcao/database/reports";
import type { Actor } from "@balcao/domain/access";
import { dayBounds, formatDate } from "@balcao/domain/calendar";
import { PdfError, writePdf, type PdfHead } from "@balcao/platform/documents";
import type { StoredFile } from "@balcao/platform/files";
import { createSlots } from "@balcao/platform/programs";
import { writeCsv, writeSheet } from "@balcao/platform/spreadsheets";
import { command, inUnit, lostSince, toFileDraft, type Ctx, type Services } from "../../ground/kernel/index.js";
import { readLogo } from "../settings/index.js";
import { planGroupReport } from "./groupReport.js";
import { planMessageReport } from "./messageReport.js";
import { fileNameOf, toReportView } from "./readReports.js";
import { toColumns, tooLong, toScene, toStatusColumns, type ReportInput, type ReportScene } from "./reportInput.js";
import type { ReportPlan } from "./reportPlan.js";
import { createStatusChart } from "./statusChart.js";
import { planTargetReport } from "./targetReport.js";
import { planTicketReport } from "./ticketReport.js";

/** The tickets of each contact by status, in the order of the names. */
async function planContactReport({ filter, read, words, write }: ReportScene): Promise<ReportPlan> {
  const chart = createStatusChart(words);
  let tickets = 0;
  return {
    total: await read((sql) => countReportContacts(sql, filter, MOST_REPORT_ROWS)),
    layout: "portrait",
    columns: [
      ...toColumns(words, [
        ["contact", 150],
        ["number", 84],
      ]),
      ...toStatusColumns(words),
      ...toColumns(words, [
        ["others", 40, "right"],
        ["total", 36, "right"],
        ["last", 78],
      ]),
    ],
    filters: ["queue", "user", "contact", "status"],
    batches: async function* () {
      const lines = await read((sql) => listContactLines(sql, filter, MOST_REPORT_ROWS));
      for (const { open, pending, paused, closed, total } of lines) {
        tickets += total;
        chart.add("open", open);
        chart.add("pending", pending);
        chart.add("paused", paused);
        chart.add("closed", closed);
      }
      yield lines.map(({ name, number, open, pending, paused, closed, total, lastAt }) => [
        name,
        write.phone(number),
        ...[open, pending, paused, closed, total - open - pending - paused - closed, total].map(write.count),
        write.moment(lastAt),
      ]);
    },
    toTotals: (rows) => [
      ["contact", rows],
      ["ticket", tickets],
    ],
    toChart: chart.toChart,
  };
}

const PLANS: Readonly<Record<ReportKind, (scene: ReportScene) => Promise<ReportPlan>>> = {
  ticket: planTicketReport,
  contact: planContactReport,
  queue: (scene) => planGroupReport(scene, "queue"),
  user: (scene) => planGroupReport(scene, "user"),
  target: planTargetReport,
  message: planMessageReport,
};

/** Each report may take the memory of its thread; further ones wait in order. */
const inSlot = createSlots(2);
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * Makes a command that writes a report of one kind into a file and answers when it is complete
 * [API-124 to API-128, D-211]. A request that ends cancels it; a person's second one at a time is
 * ERR_REPORT_RUNNING, more than 20,000 rows are ERR_REPORT_TOO_LONG.
 */
export const reportCommand =
  (kind: ReportKind) =>
  (services: Services, ctx: Ctx, input: ReportInput): Promise<ReportView> =>
    inSlot(() => createReport(services, ctx, kind, input));

/** More are not counted. */
const MOST_RECORDS = 1_000_000;

/** What a report says of the records of sent messages in its period: how many it leaves out, or that it has them [D-268]. */
interface RecordLegend {
  readonly leftOut: number;
  /** A name and the sentence; null where there are no records. */
  readonly fact: readonly [name: string, sentence: string] | null;
}

/** Reads the legend of a report. Those of a conversation and of targets leave nothing out. */
async function readLegend({ filter, read, input, words: { records, tag } }: ReportScene, kind: ReportKind): Promise<RecordLegend> {
  const found =
    kind === "message" || kind === "target"
      ? 0
      : await read((sql) => countReportTickets(sql, { ...filter, records: "only" }, MOST_RECORDS));
  if (found === 0) return { leftOut: 0, fact: null };
  return input.withCampaigns
    ? { leftOut: 0, fact: [records.name, records.included] }
    : { leftOut: found, fact: [records.name, records.leftOut(new Intl.NumberFormat(tag).format(found))] };
}

type Batches = AsyncGenerator<readonly (readonly string[])[]>;

/** The rows of a spreadsheet, which has no head, and the legend as their last one. */
async function* withLegend(batches: Batches, { fact }: RecordLegend): Batches {
  yield* batches;
  if (fact !== null) yield [[fact[1]]];
}

async function createReport(services: Services, ctx: Ctx, kind: ReportKind, input: ReportInput): Promise<ReportView> {
  const scene = toScene(services, ctx, input);
  const plan = await PLANS[kind](scene);
  if (plan.total > MOST_REPORT_ROWS) throw tooLong();
  const legend = await readLegend(scene, kind);
  const head = await toHead(scene, kind, plan, legend);
  const reportId = await beginReport(scene, kind, plan.total, legend.leftOut);
  let stored: StoredFile | null = null;
  try {
    const progress = createProgress(services, reportId, plan);
    stored = await services.files.write(Readable.from(bytesOf(scene, head, { plan, progress, legend })), {
      originalName: fileNameOf(kind, input.format),
      declaredMime: "",
      maxBytes: MOST_BYTES,
    });
    return await endReport(scene, reportId, stored, progress.rows());
  } catch (error) {
    await dropReport(services.database.sql, reportId);
    if (stored) await services.files.remove(stored.path);
    if (error instanceof PdfError) {
      services.logger.error({ err: error, reportId }, "a report could not be made");
      throw new AppError("ERR_REPORT_FAILED");
    }
    throw error;
  }
}

async function beginReport({ services, ctx, input }: ReportScene, kind: ReportKind, totalRows: number, leftOut: number): Promise<number> {
  const { format, firstDay, lastDay, contactId } = input;
  return command(services, ctx, async (unit) => ({
    audit: {
      action: "report.create",
      description: `${kind} ${format}: ${String(firstDay)} – ${String(lastDay)}`,
      ...(contactId !== null && { contactId }),
    },
    result: await insertReport(unit, { userId: ctx.actor.id, kind, format, totalRows, leftOut }),
  }));
}

/** Keeps a report for a person who has session and account still, and whose rows it may show still [W-10]. */
async function endReport({ services, ctx }: ReportScene, reportId: number, stored: StoredFile, rows: number): Promise<ReportView> {
  return inUnit(services, async (unit) => {
    const before = ctx.actor;
    const sees = ({ profile, queueIds }: Actor): boolean =>
      profile === "admin" || (profile === before.profile && before.queueIds.every((id) => queueIds.includes(id)));
    if ((await lostSince(services, unit, ctx, sees)) !== null) throw new AppError("ERR_NO_PERMISSION");
    const draft = toFileDraft(stored);
    await insertFile(unit, draft, "report", reportId);
    const row = await finishReport(unit, reportId, rows, draft.id);
    if (!row) throw new AppError("ERR_REPORT_FAILED");
    return toReportView(row);
  });
}

interface Progress {
  readonly batches: AsyncGenerator<readonly (readonly string[])[]>;
  readonly rows: () => number;
}

/** The batches of a plan; how many rows they had is stored after each of them. */
function createProgress({ database }: Services, reportId: number, plan: ReportPlan): Progress {
  let done = 0;
  return {
    rows: () => done,
    batches: (async function* () {
      for await (const rows of plan.batches()) {
        yield rows;
        done += rows.length;
        await setReportProgress(database.sql, reportId, done);
      }
    })(),
  };
}

interface ReportParts {
  readonly plan: ReportPlan;
  readonly progress: Progress;
  readonly legend: RecordLegend;
}

function bytesOf({ ctx, input, words }: ReportScene, head: PdfHead, { plan, progress, legend }: ReportParts): AsyncGenerator<Uint8Array> {
  const header = head.columns.map(({ label }) => label);
  if (input.format === "csv") return writeCsv(header, withLegend(progress.batches, legend));
  if (input.format === "xlsx") return writeSheet(toRows(header, withLegend(progress.batches, legend)));
  const { format } = new Intl.NumberFormat(words.tag);
  const toTotals = () => plan.toTotals(progress.rows()).map(([of, count]) => `${words.totals[of]}: ${format(count)}`);
  const toEnding = () => ({ totals: toTotals().join(" · "), chart: plan.toChart() });
  return writePdf(head, progress.batches, toEnding, { signal: ctx.signal });
}

async function* toRows(header: readonly string[], batches: Progress["batches"]): AsyncGenerator<readonly string[]> {
  yield header;
  for await (const rows of batches) yield* rows;
}

async function toHead(scene: ReportScene, kind: ReportKind, plan: ReportPlan, { fact }: RecordLegend): Promise<PdfHead> {
  const { services, ctx, directory, words, write } = scene;
  const { timeZone } = directory.settings;
  return {
    language: words.tag,
    title: words.titles[kind],
    company: directory.settings.companyName || "Balcão",
    logo: await readLogo(services),
    facts: [[words.facts.period, toPeriod(scene)], ...(await toFilters(scene, plan)), ...(fact === null ? [] : [fact])],
    issued: words.issued(write.moment(ctx.now), write.user(ctx.actor.id), timeZone),
    layout: plan.layout,
    columns: plan.columns,
    words: { page: words.page, of: words.of, empty: words.empty },
  };
}

function toPeriod({ input: { firstDay, lastDay }, directory: { settings }, words }: ReportScene): string {
  const [first, last] = [firstDay, lastDay].map((day) => formatDate(dayBounds(day ?? "", settings.timeZone).from, settings.timeZone));
  return `${first} ${words.until} ${last}`;
}

async function toFilters(scene: ReportScene, { filters }: ReportPlan): Promise<(readonly [string, string])[]> {
  const { services, input, words, write } = scene;
  const { contactId, queueId, userId, status } = input;
  const contact = contactId === null ? null : await getContactRow(services.database.sql, contactId);
  const values = {
    queue: write.queue(queueId),
    user: write.user(userId),
    contact: contactId === null ? "" : (contact?.name ?? words.deletedOne),
    status: status === null ? "" : words.statuses[status],
  };
  return filters.map((name) => [words.facts[name], values[name] === "" ? words.all[name] : values[name]]);
}
