import { AppError } from "@balcao/contracts/errors";
import type { DirectoryUserRow } from "@balcao/database/directory";
import { isVisibleUser } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/**
 * Returns a user whom the person may change: administrators everybody that they may know of, others themselves.
 * Throws ERR_NO_PERMISSION, and ERR_NO_USER_FOUND for absent, deleted and hidden users.
 */
export function accessUser(services: Services, { actor }: Pick<Ctx, "actor">, userId: number): DirectoryUserRow {
  if (actor.profile !== "admin" && actor.id !== userId) throw new AppError("ERR_NO_PERMISSION");
  const user = services.directory.current().users.get(userId);
  if (!user || !isVisibleUser(user, actor)) throw new AppError("ERR_NO_USER_FOUND");
  return user;
}
