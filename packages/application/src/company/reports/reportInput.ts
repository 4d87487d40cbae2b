import { dayBounds, formatDate, formatDuration, formatTime, perQueue, workingTimeCounter } from "@balcao/domain/calendar";
import { formatPhone } from "@balcao/domain/contacts";
import { ticketCondition } from "@balcao/domain/tickets";
import { AppError, invalidField } from "@balcao/contracts/errors";
import {
  REPORT_WORDS,
  type ReportColumn,
  type ReportFormat,
  type ReportLanguage,
  type ReportStatus,
  type ReportWords,
} from "@balcao/contracts/reports";
import type { ReportFilter, TicketTimes } from "@balcao/database/reports";
import type { Sql } from "@balcao/database/sql";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { readOld, type Ctx, type Services } from "../../ground/kernel/index.js";

/** What a person asks for. Days are those of the company's zone; null fields do not filter. */
export interface ReportInput {
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly contactId: number | null;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly status: ReportStatus | null;
  readonly withCampaigns: boolean;
  readonly format: ReportFormat;
  readonly language: ReportLanguage;
}

/** Everything that the reports have in common: who asks for what, and how values are written. */
export interface ReportScene {
  readonly services: Services;
  readonly ctx: Ctx;
  readonly input: ReportInput;
  readonly filter: ReportFilter;
  /** Reads the rows of the report; they may be some seconds old where no right depends on them [D-258]. */
  readonly read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly directory: DirectorySnapshot;
  readonly words: ReportWords;
  readonly write: ReportWriters;
}

interface ReportWriters {
  /** Day and minute in the company's zone; "" for none. */
  readonly moment: (at: Date | null) => string;
  readonly phone: (number: string | null) => string;
  readonly queue: (id: number | null) => string;
  readonly user: (id: number | null) => string;
  readonly connection: (id: number | null) => string;
  /** Waiting and handling in business time, in milliseconds; null before they are over. */
  readonly spans: (ticket: Pick<TicketTimes, "queueId" | "createdAt" | "acceptedAt" | "closedAt">) => {
    readonly wait: number | null;
    readonly handling: number | null;
  };
  readonly duration: (millis: number | null) => string;
  /** A count as the reader writes it; in files that other programs read as digits alone. */
  readonly count: (count: number) => string;
  /** An average with two places, in the same way. */
  readonly average: (value: number) => string;
  /** A share in percent. What is not whole is not called whole. */
  readonly share: (part: number, whole: number) => string;
}

/** Reads what is asked for. Throws the documented sentence for a missing date (REPORT-006), and a clear error for inverted ones. */
export function toScene(services: Services, ctx: Ctx, input: ReportInput): ReportScene {
  const directory = services.directory.current();
  const { firstDay, lastDay } = input;
  if (!firstDay || !lastDay) throw invalidField(firstDay ? "endDate" : "startDate", "required", "Preencha os campos de data");
  if (firstDay > lastDay) throw invalidField("endDate", "order", "A data final é anterior à data inicial.");
  const { timeZone } = directory.settings;
  const { contactId, userId, queueId, status, withCampaigns } = input;
  const filter: ReportFilter = {
    condition: ticketCondition("ticket:list", ctx.actor, directory.settings),
    from: dayBounds(firstDay, timeZone).from,
    until: dayBounds(lastDay, timeZone).until,
    contactId,
    userId,
    queueId,
    status,
    records: withCampaigns ? "with" : "without",
  };
  const words = REPORT_WORDS[input.language];
  const read: ReportScene["read"] =
    filter.condition.op === "always" ? (work) => readOld(services, work) : (work) => work(services.database.sql);
  return { services, ctx, input, filter, read, directory, words, write: toWriters(directory, words, input.format) };
}

function toWriters(directory: DirectorySnapshot, words: ReportWords, format: ReportFormat): ReportWriters {
  const { timeZone } = directory.settings;
  const countOf = perQueue(directory, workingTimeCounter);
  const isPdf = format === "pdf";
  // A day and its time, and the parts of a number, stay on one line.
  const oneLine = (text: string): string => (isPdf ? text.replaceAll(" ", "\u00a0") : text);
  const { format: count } = new Intl.NumberFormat(words.tag);
  const { format: average } = new Intl.NumberFormat(words.tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const nameOf = (rows: ReadonlyMap<number, { readonly name: string }>, id: number | null): string =>
    id === null ? "" : (rows.get(id)?.name ?? words.deletedOne);
  return {
    moment: (at) => (at === null ? "" : oneLine(`${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`)),
    // A plus sign would make a spreadsheet's cell a formula.
    phone: (number) => (number === null ? "" : isPdf && /^\d+$/.test(number) ? oneLine(formatPhone(number)) : number),
    queue: (id) => nameOf(directory.queues, id),
    user: (id) => nameOf(directory.users, id),
    connection: (id) => nameOf(directory.connections, id),
    spans: ({ queueId, createdAt, acceptedAt, closedAt }) => ({
      wait: acceptedAt && countOf(queueId)({ from: createdAt, until: acceptedAt }),
      handling: acceptedAt && closedAt && countOf(queueId)({ from: acceptedAt, until: closedAt }),
    }),
    duration: (millis) => (millis === null ? "" : formatDuration(millis)),
    count: (value) => (isPdf ? count(value) : String(value)),
    average: (value) => (isPdf ? average(value) : value.toFixed(2)),
    share: (part, whole) => `${part === whole ? 100 : Math.min(99, Math.round((100 * part) / whole))}%`,
  };
}

/** Columns by their names: `[name, weight]`, or `[name, weight, "right"]` for figures. */
export function toColumns(words: ReportWords, columns: readonly (readonly [name: ReportColumn, weight: number, align?: "right"])[]) {
  return columns.map(([name, weight, align]) => ({ label: words.columns[name], weight, align: align ?? ("left" as const) }));
}

/** The columns of the four statuses that people filter by. */
export const toStatusColumns = ({ statuses }: ReportWords) =>
  (["open", "pending", "paused", "closed"] as const).map((status) => ({ label: statuses[status], weight: 52, align: "right" as const }));

/** Stops when the person no longer waits. */
export function checkWaiting({ ctx }: Pick<ReportScene, "ctx">): void {
  ctx.signal?.throwIfAborted();
}

/** Refuses a report that reads more than it may. */
export const tooLong = (): AppError => new AppError("ERR_REPORT_TOO_LONG");
