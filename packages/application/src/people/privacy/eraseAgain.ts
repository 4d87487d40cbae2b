import { deleteArriving, findErased } from "@balcao/database/privacy";
import { recordAudit } from "../../ground/audit/index.js";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { eraseWithin, removeFiles } from "./erasePerson.js";
import type { ListedErasure } from "./erasureList.js";

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
