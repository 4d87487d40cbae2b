import { AppError } from "@balcao/contracts/errors";
import type { ColleagueView, UserListView, UserView } from "@balcao/contracts/users";
import type { DirectoryUserRow } from "@balcao/database/directory";
import type { Actor } from "@balcao/domain/access";
import { isVisibleUser } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { toColleagueView, toUserView, userPresenter, type UserPresenter } from "./userViews.js";

const PAGE_SIZE = 20;

export interface UserListInput {
  readonly search: string;
  readonly pageNumber: number;
  readonly all: boolean;
}

/**
 * Lists users by name: one page, or all of them [API-057]. Administrators get whole accounts and may
 * search e-mails; others get the fields of D-111, and user 1 is visible only to itself.
 */
export async function listUsers(
  services: Services,
  { actor, sessionId }: Ctx,
  { search, pageNumber, all }: UserListInput,
): Promise<UserListView> {
  const presenter = userPresenter(services, sessionId);
  const wanted = fold(search.trim());
  const found = [...presenter.directory.users.values()]
    .filter((user) => isVisibleUser(user, actor) && searchable(user, actor).some((text) => fold(text).includes(wanted)))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  const end = all ? found.length : pageNumber * PAGE_SIZE;
  const page = all ? found : found.slice(end - PAGE_SIZE, end);
  return { users: page.map((user) => viewFor(user, actor, presenter)), hasMore: found.length > end, count: found.length };
}

/** Returns one user [API-058]; throws ERR_NO_USER_FOUND for absent, deleted and hidden ones. */
export async function getUser(
  services: Services,
  { actor, sessionId }: Ctx,
  { userId }: { readonly userId: number },
): Promise<UserView | ColleagueView> {
  const presenter = userPresenter(services, sessionId);
  const user = presenter.directory.users.get(userId);
  if (!user || !isVisibleUser(user, actor)) throw new AppError("ERR_NO_USER_FOUND");
  return viewFor(user, actor, presenter);
}

function mayKnow(user: DirectoryUserRow, actor: Actor): boolean {
  return actor.profile === "admin" || user.id === actor.id;
}

function viewFor(user: DirectoryUserRow, actor: Actor, presenter: UserPresenter): UserView | ColleagueView {
  return mayKnow(user, actor) ? toUserView(user, presenter) : toColleagueView(user, presenter);
}

// Searching must not reveal an e-mail that the person may not see.
function searchable(user: DirectoryUserRow, actor: Actor): string[] {
  return mayKnow(user, actor) ? [user.name, user.email] : [user.name];
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

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
