import { setImmediate as otherWork } from "node:timers/promises";
import { canonicalPhone, digitsOf, formatPhone, isContactNumber, phoneForms } from "@balcao/domain/contacts";
import { LIMITS } from "@balcao/domain/limits";
import type { SheetRowProblem } from "@balcao/contracts/contacts";
import type { ImportedContact, ImportedRedirect } from "@balcao/database/contacts";
import { withoutApostrophe } from "@balcao/platform/spreadsheets";
import type { DirectorySnapshot } from "../directory/index.js";
import type { Ctx } from "../kernel/index.js";
import type { SheetRecord } from "../sheets/index.js";

export const CONTACT_COLUMNS = {
  name: { header: "Nome", required: false },
  number: { header: "Número", required: true },
  email: { header: "Email", required: false },
  autoReply: { header: "Resposta automática", required: false },
  tags: { header: "Tags", required: false },
} as const;

export const DELEGATION_COLUMNS = {
  name: { header: "Nome", required: false },
  number: { header: "Número", required: true },
  queue: { header: "Fila", required: true },
  user: { header: "Usuário", required: true },
} as const;

type ContactRecord = SheetRecord<keyof typeof CONTACT_COLUMNS>;
type DelegationRecord = SheetRecord<keyof typeof DELEGATION_COLUMNS>;

/** Rows that can be written, and why the others cannot. */
interface JudgedRows<Row> {
  readonly rows: readonly Row[];
  readonly problems: readonly SheetRowProblem[];
}

/** Rows judged at a stretch, some 5 ms, before other work of the process has its turn. */
const STRETCH = 1_000;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const YES = new Set(["", "sim", "s", "true", "1", "yes"]);
const NO = new Set(["não", "nao", "n", "false", "0", "no"]);

type Numbered = Pick<ImportedContact, "name" | "number" | "otherForm">;

function toNumbered({ name, number }: { readonly name: string; readonly number: string }): Numbered | "number" | "name" {
  const digits = digitsOf(number);
  if (!isContactNumber(digits)) return "number";
  const [canonical = digits, otherForm = canonical] = phoneForms(canonicalPhone(digits));
  const named = withoutApostrophe(name) || formatPhone(canonical);
  if (named.length < LIMITS.contact.name.min || named.length > LIMITS.contact.name.max) return "name";
  return { name: named, number: canonical, otherForm };
}

function toContact({ texts }: ContactRecord, tags: ReadonlyMap<string, number>): ImportedContact | SheetRowProblem["problem"] {
  const numbered = toNumbered(texts);
  if (typeof numbered === "string") return numbered;
  const email = withoutApostrophe(texts.email).toLowerCase();
  if (email !== "" && (!EMAIL.test(email) || email.length > LIMITS.contact.email)) return "email";
  const reply = texts.autoReply.toLowerCase();
  if (!YES.has(reply) && !NO.has(reply)) return "autoReply";
  const names = texts.tags.split(";").map((name) => withoutApostrophe(name.trim()).toLowerCase());
  const tagIds = names.filter((name) => name !== "").map((name) => tags.get(name));
  if (tagIds.includes(undefined)) return "tags";
  return { ...numbered, email, autoReply: YES.has(reply), tagIds: tagIds.flatMap((id) => id ?? []) };
}

/**
 * Judges the rows of a contact spreadsheet [D-134]; `tags` are the ids by lower-case name. The second
 * row of a number is a problem, because nobody can tell which one is right.
 */
export function judgeContacts(records: readonly ContactRecord[], tags: ReadonlyMap<string, number>): Promise<JudgedRows<ImportedContact>> {
  const seen = new Set<string>();
  return judge(records, (record) => {
    const row = toContact(record, tags);
    if (typeof row !== "string" && seen.has(row.number)) return "repeated";
    if (typeof row !== "string") seen.add(row.number);
    return row;
  });
}

interface Delegation {
  readonly contact: ImportedContact;
  readonly redirect: ImportedRedirect;
}

/**
 * Judges the rows of a delegation spreadsheet [D-135]: the queue by its name, one of the person's own
 * unless an administrator imports, and the user of that queue by e-mail or exact name.
 */
export function judgeDelegations(
  records: readonly DelegationRecord[],
  directory: DirectorySnapshot,
  { actor }: Pick<Ctx, "actor">,
): Promise<JudgedRows<Delegation>> {
  const queues = new Map([...directory.queues.values()].map(({ id, name }) => [name.toLowerCase(), id]));
  const people = [...directory.users.values()].filter(({ deleted, active }) => !deleted && active);
  const seen = new Set<string>();
  return judge(records, ({ texts }) => {
    const numbered = toNumbered(texts);
    if (typeof numbered === "string") return numbered;
    const queueId = queues.get(withoutApostrophe(texts.queue).toLowerCase());
    if (queueId === undefined || (actor.profile !== "admin" && !actor.queueIds.includes(queueId))) return "queue";
    const named = withoutApostrophe(texts.user);
    const matching = people.filter(({ email, name }) => email === named.toLowerCase() || name === named);
    const inQueue = matching.filter(({ queueIds }) => queueIds.includes(queueId));
    const [user] = inQueue;
    if (!user || inQueue.length > 1) return "user";
    if (seen.has(`${numbered.number} ${queueId}`)) return "repeated";
    seen.add(`${numbered.number} ${queueId}`);
    const { number, otherForm } = numbered;
    return { contact: { ...numbered, email: "", autoReply: true, tagIds: [] }, redirect: { number, otherForm, queueId, userId: user.id } };
  });
}

async function judge<Rec extends { readonly line: number; readonly texts: { readonly number: string } }, Row extends object>(
  records: readonly Rec[],
  toRow: (record: Rec) => Row | SheetRowProblem["problem"],
): Promise<JudgedRows<Row>> {
  const rows: Row[] = [];
  const problems: SheetRowProblem[] = [];
  for (const [at, record] of records.entries()) {
    if (at % STRETCH === STRETCH - 1) await otherWork();
    const row = toRow(record);
    if (typeof row === "string") problems.push({ line: record.line, problem: row, number: record.texts.number.slice(0, 60) });
    else rows.push(row);
  }
  return { rows, problems };
}
