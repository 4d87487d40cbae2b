import { hasRight } from "@balcao/domain/access";
import { reachesMany, type Audience } from "@balcao/domain/sends";
import type { DirectorySnapshot } from "../../ground/directory/index.js";

/** Where nobody answers for a send any more, only what everybody may do goes on. */
const NOBODY = { profile: "user", sendToMany: false, maintain: false } as const;

/**
 * Whether a message may not go out because it goes to many and whoever answers for it may not send so at this moment (D-307). A
 * deactivated person has the rights that she had, because her sends are the company's (D-278).
 */
export function isHeld(
  { users, settings }: Pick<DirectorySnapshot, "users" | "settings">,
  send: Audience & { readonly userId: number | null },
): boolean {
  const person = (send.userId === null ? undefined : users.get(send.userId)) ?? NOBODY;
  return reachesMany(send) && !hasRight({ ...person, active: true }, "sendToMany", settings);
}
