import type { HeldReason } from "@balcao/domain/sends";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { tellPeople } from "../../ground/notices/index.js";

interface HeldSend {
  readonly id: number;
  /** The schedule whose run it is; null for a mass send. */
  readonly scheduleId: number | null;
  readonly userId: number | null;
}

/**
 * Tells the person of a mass send or schedule that it does not go on, unless she did it herself; where she has no active account, the
 * administrators [D-430].
 */
export async function tellOfHeld(
  unit: Unit,
  { directory, clock }: Pick<Services, "directory" | "clock">,
  { id, scheduleId, userId }: HeldSend,
  { reason, by = null }: { readonly reason: HeldReason; readonly by?: number | null },
): Promise<void> {
  const { users } = directory.current();
  const isThere = userId !== null && users.get(userId)?.active === true;
  const people = isThere
    ? [userId]
    : [...users.values()].filter(({ profile, active }) => active && profile === "admin").map((each) => each.id);
  const about = scheduleId === null ? { runId: id } : { scheduleId };
  await tellPeople(unit, { kind: "heldSend", about, userIds: people.filter((each) => each !== by), reason, at: clock.now() });
}
