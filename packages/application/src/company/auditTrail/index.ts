import {
  AUDIT_OBJECTS,
  type AuditEntryView,
  type AuditListView,
  type AuditSubjectView,
  type AuditVerifyView,
  type BrokenSealView,
} from "@balcao/contracts/audit";
import {
  FIRST_HASH,
  listAuditActions,
  listAuditArchives,
  listAuditRows,
  listErasedTexts,
  readSeals,
  type AuditArchive,
  type AuditFilter,
  type ErasedText,
  type ListedAuditRow,
  type SealRow,
} from "@balcao/database/audit";
import type { Actor } from "@balcao/domain/access";
import { dayBounds } from "@balcao/domain/calendar";
import { CSV_BEGIN, toCsvLine } from "@balcao/platform/spreadsheets";
import { recordAudit, toChainHash, toEntryHash } from "../../ground/audit/index.js";
import { nameOfDoer, type DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** The filters of the audit; the days are those of the company's zone, both included. */
export interface AuditQuery extends Omit<AuditFilter, "from" | "until"> {
  readonly from: string | null;
  readonly until: string | null;
}

interface ListAuditInput {
  /** Only entries with a smaller id; null for the newest. */
  readonly before: number | null;
  readonly filter: AuditQuery;
}

const PAGE = 50;

/** Lists the audit, the newest entries first. */
export async function listAudit(
  services: Services,
  { actor }: Pick<Ctx, "actor">,
  { before, filter }: ListAuditInput,
): Promise<AuditListView> {
  const rows = await readEntries(services, filter, before, PAGE + 1);
  const directory = services.directory.current();
  const entries = rows.slice(0, PAGE).map((row) => toEntryView(row, directory, actor));
  return { entries, next: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null };
}

/** The actions that the audit has entries of, for its filter. */
export const listActions = ({ database }: Services): Promise<string[]> => listAuditActions(database.sql);

/** Reads the entries of a filter from the database, newest first. */
function readEntries(services: Services, { from, until, ...filter }: AuditQuery, before: number | null, limit: number) {
  const { timeZone } = services.directory.current().settings;
  const bounds = {
    from: from === null ? null : dayBounds(from, timeZone).from,
    until: until === null ? null : dayBounds(until, timeZone).until,
  };
  return listAuditRows(services.database.sql, before, { ...filter, ...bounds }, limit);
}

function toEntryView(row: ListedAuditRow, directory: DirectorySnapshot, actor: Actor): AuditEntryView {
  const { id, at, source, action, description, origin, userId, ip, tokenName: token } = row;
  const nameOf = (user: number): string | null => nameOfDoer(directory, user, actor);
  const user = userId === null ? null : { id: userId, name: nameOf(userId) };
  return { id, at: at.toISOString(), source, action, description, origin, user, token, ip, about: toSubjects(row, directory, nameOf) };
}

function toSubjects(
  row: ListedAuditRow,
  { queues, connections }: DirectorySnapshot,
  nameOf: (user: number) => string | null,
): AuditSubjectView[] {
  const of = (kind: AuditSubjectView["kind"], id: number | null, name: string | null): AuditSubjectView[] =>
    id === null ? [] : [{ kind, id, name }];
  return [
    ...of("ticket", row.ticketId, row.contactName),
    ...of("contact", row.contactId, row.contactName),
    ...of("message", row.messageId, null),
    ...of("user", row.subjectUserId, row.subjectUserId === null ? null : nameOf(row.subjectUserId)),
    ...of("queue", row.queueId, queues.get(row.queueId ?? 0)?.name ?? null),
    ...of("connection", row.connectionId, connections.get(row.connectionId ?? 0)?.name ?? null),
    ...toRelated(row),
  ];
}

/** What an entry is about that has no column of its own; kinds that people do not see are left out. */
function toRelated({ relatedKind, relatedId, relatedName }: ListedAuditRow): AuditSubjectView[] {
  const kind = AUDIT_OBJECTS.find((each) => each === relatedKind);
  return relatedId === null || kind === undefined ? [] : [{ kind, id: relatedId, name: relatedName }];
}

const READ_AT_ONCE = 1_000;
const COLUMNS = ["id", "at", "source", "user", "action", "about", "description", "origin", "ip", "token"] as const;

/**
 * Writes the entries of a filter as CSV, in parts, the newest first; reads the next rows when the last part was taken. The export
 * itself is audited first [S-69].
 */
export async function* exportAudit(services: Services, ctx: Ctx, filter: AuditQuery): AsyncGenerator<string> {
  await recordAudit(services.database.sql, ctx, { action: "audit.export" });
  yield `${CSV_BEGIN}${toCsvLine(COLUMNS)}`;
  const directory = services.directory.current();
  for (let before: number | null = null; ;) {
    const rows = await readEntries(services, filter, before, READ_AT_ONCE);
    if (rows.length > 0) yield rows.map((row) => toLine(toEntryView(row, directory, ctx.actor))).join("");
    if (rows.length < READ_AT_ONCE) return;
    before = rows.at(-1)?.id ?? 0;
  }
}

function toLine({ user, about, ...entry }: AuditEntryView): string {
  const cells = {
    ...entry,
    user: user ? (user.name ?? `#${user.id}`) : "",
    about: about.map(({ kind, id, name }) => `${kind} ${id}${name === null ? "" : ` (${name})`}`).join(", "),
  };
  return toCsvLine(COLUMNS.map((name) => String(cells[name] ?? "")));
}

/** One call verifies for about this long, so that it stays within the time of a request. */
const CALL_MS = 3_000;
const SEALS_AT_ONCE = 20;

/**
 * Verifies the chain of the audit from the seal after `after` on: that each seal follows the one before and that its entries are
 * unchanged, archived, or lack the text that was erased with a person. It stops at the first broken seal, or after some seconds, and says where to go on.
 */
export async function verifyAudit(services: Services, _ctx: Ctx, { after }: { readonly after: number }): Promise<AuditVerifyView> {
  const { clock, database } = services;
  const began = clock.monotonic();
  let last = await readSeal(services, after);
  const archives = await listAuditArchives(database.sql);
  const done = { entries: 0, seals: 0, archived: 0 };
  while (clock.monotonic() - began < CALL_MS) {
    const rows = await readSeals(database.sql, last?.id ?? after, SEALS_AT_ONCE);
    const erased = await listErasedTexts(
      database.sql,
      rows.flatMap(({ entryIds }) => entryIds),
    );
    for (const row of rows) {
      const broken = findBreak(row, last?.hash ?? FIRST_HASH, { archives, erased });
      if (broken) return { ...done, next: null, broken };
      const archived = countGone(row);
      done.entries += row.entryIds.length - archived;
      done.archived += archived;
      done.seals += 1;
      last = row;
    }
    if (rows.length < SEALS_AT_ONCE) return { ...done, next: null, broken: null };
  }
  return { ...done, next: last?.id ?? after, broken: null };
}

/** A seal by its id; null when there is none. */
async function readSeal({ database }: Services, id: number): Promise<SealRow | null> {
  const [found] = id === 0 ? [] : await readSeals(database.sql, id - 1, 1);
  return found?.id === id ? found : null;
}

const countGone = ({ lines }: SealRow): number => lines.filter((line) => line === null).length;

/** What explains that an entry is not there, or not as it was sealed. */
interface Cuts {
  readonly archives: readonly AuditArchive[];
  readonly erased: ReadonlyMap<number, ErasedText>;
}

function findBreak(seal: SealRow, previous: Buffer, cuts: Cuts): BrokenSealView | null {
  const { id, at, previousHash, entryIds } = seal;
  const isCut = countGone(seal) > 0 || entryIds.some((entryId) => cuts.erased.has(entryId));
  if (previousHash.equals(previous) && (isCut ? isExplained(seal, cuts) : isWhole(seal))) return null;
  const [firstEntryId = 0] = entryIds;
  return {
    sealId: id,
    sealedAt: at.toISOString(),
    entryId: findBrokenEntry(seal, cuts),
    firstEntryId,
    lastEntryId: entryIds.at(-1) ?? 0,
  };
}

const isWhole = ({ previousHash, hash, lines }: SealRow): boolean =>
  toChainHash(
    previousHash,
    lines.filter((line) => line !== null),
  ).equals(hash);

/**
 * Where entries are archived or erased, the hash over all of them cannot be made, and the entries that are left are compared one by one. What was
 * archived is proven again where it is put back (OPERATIONS).
 */
const isExplained = (seal: SealRow, cuts: Cuts): boolean => findBrokenEntry(seal, cuts) === null;

/**
 * The first entry that is gone without an archive, or no longer has its hash; null when the entries are unchanged or the seal has no
 * hashes of them.
 */
function findBrokenEntry({ entryIds, entryHashes, lines }: SealRow, { archives, erased }: Cuts): number | null {
  const at = lines.findIndex((line, place) => {
    const id = entryIds[place] ?? 0;
    if (line === null) return !archives.some(({ firstId, lastId, others }) => id >= firstId && id <= lastId && !others.includes(id));
    const hash = entryHashes?.[place];
    const gone = erased.get(id);
    if (gone) return !toEntryHash(line).equals(gone.leftHash) || (hash !== undefined && !gone.sealedHash.equals(hash));
    return hash !== undefined && !toEntryHash(line).equals(hash);
  });
  return entryIds[at] ?? null;
}
