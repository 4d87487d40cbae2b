import { setImmediate as otherWork } from "node:timers/promises";
import { formatPhone, phoneForms } from "@balcao/domain/contacts";
import { LIMITS } from "@balcao/domain/limits";
import type { NumberReading } from "@balcao/domain/phones";
import type { SheetImportView, SheetNumbersView, SheetRowProblem } from "@balcao/contracts/contacts";
import type { ImportedContact, ImportedRedirect } from "@balcao/database/contacts";
import { withoutApostrophe } from "@balcao/platform/spreadsheets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx } from "../../ground/kernel/index.js";
import type { NumberReader } from "../../ground/phoneNumbers/index.js";
import type { SheetRecord } from "../../ground/sheets/index.js";
import { fullName, type IMPORT_COLUMNS, type DELEGATION_COLUMNS } from "./sheetColumns.js";

type ContactRecord = SheetRecord<keyof typeof IMPORT_COLUMNS>;
type DelegationRecord = SheetRecord<keyof typeof DELEGATION_COLUMNS>;

/** Rows that can be written with what was concluded of their numbers, and why the others cannot. */
interface JudgedRows<Row> {
  readonly rows: readonly Row[];
  readonly problems: readonly SheetRowProblem[];
  readonly numbers: Omit<NonNullable<SheetImportView["numbers"]>, "code">;
}

/** A row's problem, and what is wrong with its number where that is the problem. */
type Fault = Pick<SheetRowProblem, "problem" | "reason">;

/** Rows judged at a stretch, some 5 ms, before other work of the process has its turn. */
const STRETCH = 500;
/** So many numbers of each kind are shown. */
const SAMPLES = 5;
/** Of what a cell has instead of a number, so many characters are shown. */
const SHOWN = 60;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const YES = new Set(["", "sim", "s", "true", "1", "yes"]);
const NO = new Set(["não", "nao", "n", "false", "0", "no"]);

type Numbered = Pick<ImportedContact, "name" | "number" | "otherForm">;
type ReadRow = NumberReading & { readonly ok: true };

function toNumbered(name: string, { digits }: ReadRow): Numbered | Fault {
  const [number = digits, otherForm = number] = phoneForms(digits);
  const named = withoutApostrophe(name) || formatPhone(number);
  if (named.length < LIMITS.contact.name.min || named.length > LIMITS.contact.name.max) return { problem: "name" };
  return { name: named, number, otherForm };
}

function toContact({ texts }: ContactRecord, reading: ReadRow, tags: ReadonlyMap<string, number>): ImportedContact | Fault {
  const numbered = toNumbered(fullName(texts), reading);
  if ("problem" in numbered) return numbered;
  const email = withoutApostrophe(texts.email).toLowerCase();
  if (email !== "" && (!EMAIL.test(email) || email.length > LIMITS.contact.email)) return { problem: "email" };
  const reply = texts.autoReply.toLowerCase();
  if (!YES.has(reply) && !NO.has(reply)) return { problem: "autoReply" };
  const names = texts.tags.split(";").map((name) => withoutApostrophe(name.trim()).toLowerCase());
  const tagIds = names.filter((name) => name !== "").map((name) => tags.get(name));
  if (tagIds.includes(undefined)) return { problem: "tags" };
  return { ...numbered, email, autoReply: YES.has(reply), tagIds: tagIds.flatMap((id) => id ?? []) };
}

/**
 * Judges the rows of a contact spreadsheet; `tags` are the ids by lower-case name. The
 * second row of a number is a problem, because nobody can tell which one is right.
 */
export function judgeContacts(
  records: readonly ContactRecord[],
  read: NumberReader,
  tags: ReadonlyMap<string, number>,
): Promise<JudgedRows<ImportedContact>> {
  const seen = new Set<string>();
  return judge(records, read, (record, reading) => {
    const row = toContact(record, reading, tags);
    if ("problem" in row) return row;
    if (seen.has(row.number)) return { problem: "repeated" };
    seen.add(row.number);
    return row;
  });
}

interface Delegation {
  readonly contact: ImportedContact;
  readonly redirect: ImportedRedirect;
}

/** Who delegates: the directory names queues and people, and the actor says whose queues are meant. */
interface DelegationScene extends Pick<Ctx, "actor"> {
  readonly directory: DirectorySnapshot;
}

/**
 * Judges the rows of a delegation spreadsheet: the queue by its name, one of the
 * person's own unless an administrator imports, and the user of that queue by e-mail or exact name.
 */
export function judgeDelegations(
  records: readonly DelegationRecord[],
  read: NumberReader,
  { directory, actor }: DelegationScene,
): Promise<JudgedRows<Delegation>> {
  const queues = new Map([...directory.queues.values()].map(({ id, name }) => [name.toLowerCase(), id]));
  const people = [...directory.users.values()].filter(({ deleted, active }) => !deleted && active);
  const seen = new Set<string>();
  return judge(records, read, ({ texts }, reading) => {
    const numbered = toNumbered(texts.name, reading);
    if ("problem" in numbered) return numbered;
    const queueId = queues.get(withoutApostrophe(texts.queue).toLowerCase());
    if (queueId === undefined || (actor.profile !== "admin" && !actor.queueIds.includes(queueId))) return { problem: "queue" };
    const named = withoutApostrophe(texts.user);
    const matching = people.filter(({ email, name }) => email === named.toLowerCase() || name === named);
    const inQueue = matching.filter(({ queueIds }) => queueIds.includes(queueId));
    const [user] = inQueue;
    if (!user || inQueue.length > 1) return { problem: "user" };
    if (seen.has(`${numbered.number} ${queueId}`)) return { problem: "repeated" };
    seen.add(`${numbered.number} ${queueId}`);
    const { number, otherForm } = numbered;
    return { contact: { ...numbered, email: "", autoReply: true, tagIds: [] }, redirect: { number, otherForm, queueId, userId: user.id } };
  });
}

/** The first of a row's numbers that can be read; where none can, the first one. */
function readFirst(read: NumberReader, { texts, all }: NumberedRecord): { readonly text: string; readonly reading: NumberReading } {
  const readings = all.number.map((text) => ({ text, reading: read(text) }));
  return readings.find(({ reading }) => reading.ok) ?? readings[0] ?? { text: texts.number, reading: read(texts.number) };
}

interface NumberedRecord {
  readonly line: number;
  readonly texts: { readonly number: string };
  readonly all: { readonly number: readonly string[] };
}

async function judge<Rec extends NumberedRecord, Row extends object>(
  records: readonly Rec[],
  read: NumberReader,
  toRow: (record: Rec, reading: ReadRow) => Row | Fault,
): Promise<JudgedRows<Row>> {
  const rows: Row[] = [];
  const problems: SheetRowProblem[] = [];
  const [completed, abroad] = [new Numbers(), new Numbers()];
  for (const [at, record] of records.entries()) {
    if (at % STRETCH === STRETCH - 1) await otherWork();
    const { line } = record;
    const { text, reading } = readFirst(read, record);
    const written = withoutApostrophe(text).slice(0, SHOWN);
    const row: Row | Fault = reading.ok ? toRow(record, reading) : { problem: "number", reason: reading.problem };
    if ("problem" in row) {
      problems.push({ line, ...row, number: written });
      continue;
    }
    rows.push(row);
    if (!reading.ok) continue;
    const sample = { line, written, number: reading.digits };
    if (reading.added.includes("country")) completed.add(sample);
    if (reading.isAbroad) abroad.add(sample);
  }
  return { rows, problems, numbers: { completed: completed.view, abroad: abroad.view } };
}

/** Counts numbers and keeps the first of them. */
class Numbers {
  #count = 0;
  readonly #samples: SheetNumbersView["samples"][number][] = [];

  add(sample: SheetNumbersView["samples"][number]): void {
    this.#count += 1;
    if (this.#samples.length < SAMPLES) this.#samples.push(sample);
  }

  get view(): SheetNumbersView {
    return { count: this.#count, samples: this.#samples };
  }
}
