import type { Actor } from "@balcao/domain/access";
import { narrowed } from "@balcao/domain/apiTokens";
import type { HookRow } from "@balcao/database/hooks";
import { toActor } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";

/** The rights of a webhook: those of its owner at this moment within its reach; null for an owner who is not known. */
export function hookActor({ directory }: Pick<Services, "directory">, { userId, reach, queueIds }: HookRow): Actor | null {
  const snapshot = directory.current();
  const owner = toActor(snapshot, userId);
  return owner?.active === true ? narrowed(owner, { areas: {}, reach, queueIds }, [...snapshot.queues.keys()]) : null;
}
