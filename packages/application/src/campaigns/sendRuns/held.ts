import type { Sql } from "@balcao/database/sql";
import { hasRight } from "@balcao/domain/access";
import { reachesMany, type Audience, type HeldReason } from "@balcao/domain/sends";
import { openDirectory, type DirectorySnapshot } from "../../ground/directory/index.js";
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

/** Where nobody answers for a send any more, only what everybody may do goes on. */
const NOBODY = { profile: "user", sendToMany: false, maintain: false } as const;

type AnsweredSend = Audience & { readonly userId: number | null };

/**
 * Whether a message may not go out because it goes to many and whoever answers for it may not send so at this moment (D-307). A
 * deactivated person has the rights that she had, because her sends are the company's (D-278).
 */
export function isHeld({ users, settings }: Pick<DirectorySnapshot, "users" | "settings">, send: AnsweredSend): boolean {
  const person = (send.userId === null ? undefined : users.get(send.userId)) ?? NOBODY;
  return reachesMany(send) && !hasRight({ ...person, active: true }, "sendToMany", settings);
}

/** The same by what is stored, before a send is stopped: a process may learn up to five seconds late that somebody got the right [P-26]. */
export const isHeldNow = async (sql: Sql, { directory }: Pick<Services, "directory">, send: AnsweredSend): Promise<boolean> =>
  isHeld(directory.current(), send) && isHeld((await openDirectory(sql)).current(), send);
