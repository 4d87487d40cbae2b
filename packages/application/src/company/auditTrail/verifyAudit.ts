import type { AuditVerifyView, BrokenSealView } from "@balcao/contracts/audit";
import {
  FIRST_HASH,
  listAuditArchives,
  listErasedTexts,
  readSeals,
  type AuditArchive,
  type ErasedText,
  type SealRow,
} from "@balcao/database/audit";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { toChainHash, toEntryHash } from "../../ground/audit/index.js";

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
