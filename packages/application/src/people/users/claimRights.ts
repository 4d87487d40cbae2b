import { isSuper, type Profile } from "@balcao/domain/access";
import type { RightsByClaims } from "@balcao/domain/users";
import { User, UserQueue } from "@balcao/database/models";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { changeQueues } from "./userLinks.js";

/**
 * Gives an account the profile and queues that the provider's claims say [D-661]. User 1, an active administrator for good, keeps
 * the profile, so that a wrong rule never leaves a company without one.
 */
export async function applyClaims(services: Services, unit: Unit, userId: number, { profile, queueIds }: RightsByClaims): Promise<void> {
  const row = await User.findOne({ where: { id: userId, deletedAt: null }, lock: true, transaction: unit.orm });
  if (!row) return;
  const present = (await UserQueue.findAll({ where: { userId }, transaction: unit.orm })).map(({ queueId }) => queueId);
  const next = queueIds ?? present;
  const list = { added: next.filter((id) => !present.includes(id)), removed: present.filter((id) => !next.includes(id)) };
  const changed = profile !== null && profile !== row.profile && !isSuper(row) ? profile : null;
  if (changed === null && list.added.length + list.removed.length === 0) return;
  if (changed !== null) await row.update({ profile: changed }, { transaction: unit.orm });
  await changeQueues(unit, userId, list);
  await unit.live("user", { id: userId, action: "update", ...(changed !== null && { profileChanged: true }) });
  await recordSystemAudit(unit, "user.byClaims", { subjectUserId: userId, description: describe(changed ?? row.profile, next, services) });
}

const describe = (profile: Profile, queueIds: readonly number[], { directory }: Services): string =>
  [profile, ...queueIds.map((id) => directory.current().queues.get(id)?.name ?? String(id))].join(", ").slice(0, 255);
