import { isSuper, type Actor } from "@balcao/domain/access";
import type { DirectoryUserRow } from "@balcao/database/directory";
import type { DirectorySnapshot } from "./directory.js";

/** Whether a person may know of a user: nobody but user 1 knows of user 1. */
export function isVisibleUser(user: DirectoryUserRow, actor: Actor): boolean {
  return !user.deleted && (!isSuper(user) || isSuper(actor));
}

/** The name of who did something, a deleted account's, too; null for a person who may not know of them. */
export function nameOfDoer({ users }: Pick<DirectorySnapshot, "users">, userId: number, actor: Actor): string | null {
  const user = users.get(userId);
  return user && (!isSuper(user) || isSuper(actor)) ? user.name : null;
}
