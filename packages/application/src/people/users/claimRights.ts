import { isSuper, type Profile } from "@balcao/domain/access";
import type { RightsByClaims } from "@balcao/domain/users";
import { User, UserQueue } from "@balcao/database/models";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { changeQueues } from "./userLinks.js";

/**
 * Gives an account the profile and queues that the provider's claims say [D-661]. User 1 and the last active administrator keep theirs,
 * so that a wrong rule shuts nobody out of the administration for good.
 */
export async function applyClaims(services: Services, unit: Unit, userId: number, { profile, queueIds }: RightsByClaims): Promise<void> {
  const row = await User.findOne({ where: { id: userId, deletedAt: null }, lock: true, transaction: unit.orm });
  if (!row) return;
  const present = (await UserQueue.findAll({ where: { userId }, transaction: unit.orm })).map(({ queueId }) => queueId);
  const next = queueIds ?? present;
  const list = { added: next.filter((id) => !present.includes(id)), removed: present.filter((id) => !next.includes(id)) };
  const changed = profile !== null && profile !== row.profile && !isLast(services, userId, row.profile) ? profile : null;
  if (changed === null && list.added.length + list.removed.length === 0) return;
  if (changed !== null) await row.update({ profile: changed }, { transaction: unit.orm });
  await changeQueues(unit, userId, list);
  await unit.live("user", { id: userId, action: "update", ...(changed !== null && { profileChanged: true }) });
  await recordSystemAudit(unit, "user.byClaims", { subjectUserId: userId, description: describe(changed ?? row.profile, next, services) });
}

function isLast({ directory }: Services, userId: number, profile: Profile): boolean {
  if (isSuper({ id: userId })) return true;
  const isOther = (user: {
    readonly id: number;
    readonly profile: Profile;
    readonly active: boolean;
    readonly deleted: boolean;
  }): boolean => user.id !== userId && user.profile === "admin" && user.active && !user.deleted;
  return profile === "admin" && ![...directory.current().users.values()].some(isOther);
}

const describe = (profile: Profile, queueIds: readonly number[], { directory }: Services): string =>
  [profile, ...queueIds.map((id) => directory.current().queues.get(id)?.name ?? String(id))].join(", ").slice(0, 255);
