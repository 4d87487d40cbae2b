import { isSuper, type Actor } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { DirectoryUserRow } from "@balcao/database/directory";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** Whether a person may know of a user: nobody but user 1 knows of user 1 [USER-004, D-121]. */
export function isVisibleUser(user: DirectoryUserRow, actor: Actor): boolean {
  return !user.deleted && (!isSuper(user) || isSuper(actor));
}

/** The name of who did something, a deleted account's, too; null for a person who may not know of them [D-121]. */
export function nameOfDoer({ users }: Pick<DirectorySnapshot, "users">, userId: number, actor: Actor): string | null {
  const user = users.get(userId);
  return user && (!isSuper(user) || isSuper(actor)) ? user.name : null;
}

/**
 * Returns a user whom the person may change: administrators everybody that they may know of, others themselves [D-111, D-121].
 * Throws ERR_NO_PERMISSION, and ERR_NO_USER_FOUND for absent, deleted and hidden users.
 */
export function accessUser(services: Services, { actor }: Pick<Ctx, "actor">, userId: number): DirectoryUserRow {
  if (actor.profile !== "admin" && actor.id !== userId) throw new AppError("ERR_NO_PERMISSION");
  const user = services.directory.current().users.get(userId);
  if (!user || !isVisibleUser(user, actor)) throw new AppError("ERR_NO_USER_FOUND");
  return user;
}
