import { createHash } from "node:crypto";
import { AppError } from "@balcao/contracts/errors";
import { ERASURE_OBSTACLES, type ErasurePreviewView, type ErasureView } from "@balcao/contracts/privacy";
import { deleteContactRow, lockContactTickets, type DoomedTicket } from "@balcao/database/contacts";
import { Contact } from "@balcao/database/models";
import {
  countPersonKeys,
  deleteArriving,
  deleteErasedFiles,
  eraseAuditTexts,
  eraseJournal,
  eraseRecords,
  findErased,
  insertErasure,
  listPersonKeys,
  listPersonRows,
  lockGroupsOf,
  readErasureFacts,
  readLastBackup,
  takePersonFiles,
  type ErasedEntry,
  type ErasedFile,
  type ErasedPerson,
  type ErasureFacts,
} from "@balcao/database/privacy";
import type { Sql } from "@balcao/database/sql";
import { listContactTagIds } from "@balcao/database/tags";
import { recordAudit } from "../../ground/audit/index.js";
import { command, inUnit, recordTagCounts, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { toTicketFacts } from "../../inbox/tickets/index.js";
import { keepErasureList, type ListedErasure } from "./erasureList.js";
import { getErasureView } from "./readErasures.js";

/** Shorter digits may mean something else. */
const SHORTEST_NUMBER = 8;
/** What a large person may take; a request has less by itself. */
const LONGEST = "10min";

interface PersonInput {
  readonly contactId: number;
}

/** Says what an erasure would delete, and what speaks against it now. Throws ERR_NO_CONTACT_FOUND, also for a group. */
export async function previewErasure({ database }: Services, _ctx: Ctx, { contactId }: PersonInput): Promise<ErasurePreviewView> {
  const contact = await Contact.findByPk(contactId);
  if (!contact || contact.isGroup) throw new AppError("ERR_NO_CONTACT_FOUND");
  const facts = await readErasureFacts(database.sql, contactId, await listPersonKeys(database.sql, contactId));
  const { tickets, messages, groupMessages, files, protocols } = facts;
  return { contactId, name: contact.name, tickets, messages, groupMessages, files, protocols, obstacles: toObstacles(facts) };
}

const toObstacles = (facts: ErasureFacts): ErasurePreviewView["obstacles"] =>
  ERASURE_OBSTACLES.flatMap((reason) => (facts[reason] > 0 ? [{ reason, count: facts[reason] }] : []));

interface EraseInput extends PersonInput {
  /** The person's protocols may go, too (D-059 keeps them from anything else). */
  readonly withProtocols: boolean;
}

/**
 * Erases a person in one transaction, wherever the installation has them, and answers the certificate (D-451). Nothing is erased while
 * something is under way with the person: ERR_CONTACT_ATTENDED names what in its details. Throws ERR_CONTACT_HAS_PROTOCOL unless protocols may go.
 */
export async function erasePerson(services: Services, ctx: Ctx, { contactId, withProtocols }: EraseInput): Promise<ErasureView> {
  let files: readonly ErasedFile[] = [];
  const erasureId = await command(services, ctx, async (unit) => {
    const before = (person: ErasedPerson) => refuseWhileBusy(unit, person, withProtocols);
    const done = await eraseWithin(unit, { contactId, userId: ctx.actor.id, at: ctx.now, before });
    files = done.files;
    return { audit: done.audit, result: done.erasureId };
  });
  await removeFiles(services, files);
  await keepErasureList(services);
  return getErasureView(services, ctx, { erasureId });
}

interface Erasing extends PersonInput {
  readonly userId: number;
  readonly at: Date;
  /** What is done, or refused, before anything is deleted. */
  readonly before: (person: ErasedPerson) => Promise<void>;
}

/** Erases within a transaction: the id of the certificate, the files to remove after the commit, and the entry of the audit. */
async function eraseWithin(unit: Unit, { contactId, userId, at, before }: Erasing) {
  await unit.ask(`SET LOCAL statement_timeout = '${LONGEST}'`);
  const tickets = await lockContactTickets(unit, contactId);
  const contact = await Contact.findByPk(contactId, { transaction: unit.orm, lock: true });
  if (!contact || contact.isGroup) throw new AppError("ERR_NO_CONTACT_FOUND");
  const person = await readPerson(unit, contactId, tickets);
  await before(person);
  const entries = await eraseAuditTexts(unit, person);
  const files = await takePersonFiles(unit, person);
  const counts = await deletePerson(unit, person, tickets);
  const deleted = { tickets: tickets.length, files: files.length, auditTexts: entries.length, ...counts };
  const remains = await readRemains(unit, person, entries);
  const { subjects } = person;
  const erasureId = await insertErasure(unit, { contactId, userId, at, deleted, remains, subjects });
  const description = `erasure ${erasureId}: ${deleted.tickets} tickets, ${deleted.messages} messages, audit ${remains.auditDigest}`;
  return { erasureId, files, audit: { action: "contact.erase", contactId, description } as const };
}

async function readPerson(unit: Unit, contactId: number, tickets: readonly DoomedTicket[]): Promise<ErasedPerson> {
  const keys = await listPersonKeys(unit, contactId);
  const subjects = await listPersonRows(unit, contactId);
  const values = keys.map((key) => key.slice(key.indexOf(":") + 1));
  return {
    contactId,
    contactIds: subjects.map(([id]) => id),
    subjects,
    ticketIds: tickets.map(({ id }) => id),
    keys,
    numbers: [...new Set(values)].filter((value) => value.length >= SHORTEST_NUMBER),
  };
}

async function refuseWhileBusy(unit: Unit, { contactId, keys }: ErasedPerson, withProtocols: boolean): Promise<void> {
  const facts = await readErasureFacts(unit, contactId, keys);
  const obstacles = toObstacles(facts);
  if (obstacles.length > 0)
    throw new AppError("ERR_CONTACT_ATTENDED", {
      sentence: "Há algo em andamento com este contato. Tente depois.",
      details: obstacles.map(({ reason, count }) => ({ field: reason, rule: String(count) })),
    });
  if (facts.protocols > 0 && !withProtocols) throw new AppError("ERR_CONTACT_HAS_PROTOCOL");
}

async function deletePerson(unit: Unit, person: ErasedPerson, tickets: readonly DoomedTicket[]) {
  const { contactId } = person;
  const groups = await lockGroupsOf(unit, contactId);
  const tagIds = await listContactTagIds(unit, contactId);
  const { events } = await eraseJournal(unit, person);
  const records = await eraseRecords(unit, person);
  const messages = await deleteContactRow(unit, contactId);
  for (const ticket of tickets) await recordChange(unit, ticket, "deleted");
  for (const group of groups) await recordChange(unit, group, "changed");
  await unit.live("contact", { id: contactId, action: "delete" });
  await recordTagCounts(unit, tagIds);
  return { events, messages, ...records };
}

async function recordChange(unit: Unit, ticket: DoomedTicket, change: "changed" | "deleted"): Promise<void> {
  const facts = toTicketFacts(ticket);
  const after = change === "deleted" ? null : facts;
  const payload = {
    change,
    before: facts,
    after,
    version: ticket.version + 1,
    createdMessages: [],
    updatedMessages: [],
    historyMoved: true,
  };
  await unit.live("ticket", payload, ticket.id);
}

async function readRemains(unit: Sql, { numbers }: ErasedPerson, entries: readonly ErasedEntry[]) {
  const backup = await readLastBackup(unit);
  const hash = createHash("sha256");
  for (const { id, sealedHash, leftHash } of entries)
    hash.update(`${id} ${sealedHash?.toString("hex") ?? "-"} ${leftHash.toString("hex")}\n`);
  return {
    lastBackupAt: backup?.at.toISOString() ?? null,
    backupsUntil: backup?.until?.toISOString() ?? null,
    sessionKeys: await countPersonKeys(unit, numbers),
    auditDigest: hash.digest("hex"),
  };
}

/** What is made of a stored file, by its digest. */
const DERIVED = ["webp", "m4a"];

/** Removes the bytes after the commit; what cannot be removed now has no owner, and housekeeping removes it. */
async function removeFiles({ files: store, database, logger }: Services, files: readonly ErasedFile[]): Promise<void> {
  const gone: string[] = [];
  for (const { id, path, sha256 } of files)
    try {
      await store.remove(path);
      for (const extension of DERIVED) await store.remove(`derived/${sha256}.${extension}`);
      gone.push(id);
    } catch (error) {
      logger.warn({ err: error, fileId: id }, "a file of an erased person could not be removed; housekeeping tries again");
    }
  await deleteErasedFiles(database.sql, gone);
}

/** No session: an operator restores outside of the product. */
const SESSION = "00000000-0000-0000-0000-000000000000";

/**
 * Erases those of the list whom the database has, as a restored backup may (D-640): whatever is under way with them, protocols included, because
 * nothing of it was there when they were erased. Nothing else may run. Returns how many contacts went.
 */
export async function eraseAgain(services: Services, erasures: readonly ListedErasure[]): Promise<number> {
  let erased = 0;
  for (const erasure of erasures) erased += await eraseListed(services, erasure);
  return erased;
}

async function eraseListed(services: Services, { subjects, userId }: ListedErasure): Promise<number> {
  const { sql } = services.database;
  let erased = 0;
  // A contact may go with another one into which it was merged.
  for (let [contactId] = await findErased(sql, subjects); contactId !== undefined; [contactId] = await findErased(sql, subjects)) {
    await eraseOne(services, contactId, userId);
    erased += 1;
  }
  return erased;
}

async function eraseOne(services: Services, contactId: number, userId: number): Promise<void> {
  const at = services.clock.now();
  const files = await inUnit(services, async (unit) => {
    const done = await eraseWithin(unit, { contactId, userId, at, before: (person) => deleteArriving(unit, person) });
    await recordAudit(unit.atCommit, { actor: { id: userId }, sessionId: SESSION, ip: null }, done.audit);
    return done.files;
  });
  await removeFiles(services, files);
}
