import { hasRight } from "@balcao/domain/access";
import { reachesMany, type Audience } from "@balcao/domain/sends";
import type { Sql } from "@balcao/database/sql";
import { openDirectory, type DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";

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
