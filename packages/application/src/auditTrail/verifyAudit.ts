import type { AuditVerifyView, BrokenSealView } from "@balcao/contracts/audit";
import { FIRST_HASH, readSeals, type SealRow } from "@balcao/database/audit";
import type { Ctx, Services } from "../kernel/index.js";
import { toChainHash, toEntryHash } from "../audit/index.js";

/** One call verifies for about this long, so that it stays within the time of a request. */
const CALL_MS = 3_000;
const SEALS_AT_ONCE = 20;

/**
 * Verifies the chain of the audit from the seal after `after` on: that each seal follows the one before and that its entries are
 * unchanged. It stops at the first broken seal, or after some seconds, and says where to go on.
 */
export async function verifyAudit(services: Services, _ctx: Ctx, { after }: { readonly after: number }): Promise<AuditVerifyView> {
  const { clock, database } = services;
  const began = clock.monotonic();
  let last = await readSeal(services, after);
  const done = { entries: 0, seals: 0 };
  while (clock.monotonic() - began < CALL_MS) {
    const rows = await readSeals(database.sql, last?.id ?? after, SEALS_AT_ONCE);
    for (const row of rows) {
      const broken = findBreak(row, last?.hash ?? FIRST_HASH);
      if (broken) return { ...done, next: null, broken };
      done.entries += row.entryIds.length;
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

function findBreak(seal: SealRow, previous: Buffer): BrokenSealView | null {
  const { id, at, previousHash, hash, entryIds, lines } = seal;
  const present = lines.filter((line) => line !== null);
  const holds = previousHash.equals(previous) && present.length === lines.length && toChainHash(previousHash, present).equals(hash);
  if (holds) return null;
  const [firstEntryId = 0] = entryIds;
  return { sealId: id, sealedAt: at.toISOString(), entryId: findBrokenEntry(seal), firstEntryId, lastEntryId: entryIds.at(-1) ?? 0 };
}

/** The first entry that is gone or no longer has its hash; null when the entries are unchanged or the seal has no hashes of them. */
function findBrokenEntry({ entryIds, entryHashes, lines }: SealRow): number | null {
  const at = lines.findIndex((line, place) => {
    if (line === null) return true;
    const hash = entryHashes?.[place];
    return hash !== undefined && !toEntryHash(line).equals(hash);
  });
  return entryIds[at] ?? null;
}
