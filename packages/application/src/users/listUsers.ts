import { isSuper, type Actor } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { ColleagueView, UserListView, UserView } from "@balcao/contracts/users";
import type { DirectoryUserRow } from "@balcao/database/directory";
import type { Ctx, House } from "../kernel/index.js";
import { toColleagueView, toUserView, userPresenter, type UserPresenter } from "./userViews.js";

const PAGE_SIZE = 20;

export interface UserListInput {
  readonly search: string;
  readonly pageNumber: number;
  readonly all: boolean;
}

/**
 * People by name, a page or all of them (API-057). Administrators get whole accounts and may search e-mails; others get what D-111 allows.
 * User 1 is there for itself only (USER-004, D-121).
 */
export async function listUsers(
  house: House,
  { actor, sessionId }: Ctx,
  { search, pageNumber, all }: UserListInput,
): Promise<UserListView> {
  const presenter = userPresenter(house, sessionId);
  const wanted = fold(search.trim());
  const found = [...presenter.directory.users.values()]
    .filter((user) => isVisible(user, actor) && searchable(user, actor).some((text) => fold(text).includes(wanted)))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  const end = all ? found.length : pageNumber * PAGE_SIZE;
  const page = all ? found : found.slice(end - PAGE_SIZE, end);
  return { users: page.map((user) => viewFor(user, actor, presenter)), hasMore: found.length > end, count: found.length };
}

/** One person (API-058); absent, deleted and hidden ones are ERR_NO_USER_FOUND. */
export async function getUser(
  house: House,
  { actor, sessionId }: Ctx,
  { userId }: { readonly userId: number },
): Promise<UserView | ColleagueView> {
  const presenter = userPresenter(house, sessionId);
  const user = presenter.directory.users.get(userId);
  if (!user || !isVisible(user, actor)) throw new AppError("ERR_NO_USER_FOUND");
  return viewFor(user, actor, presenter);
}

function isVisible(user: DirectoryUserRow, actor: Actor): boolean {
  return !user.deleted && (!isSuper(user) || isSuper(actor));
}

function mayKnow(user: DirectoryUserRow, actor: Actor): boolean {
  return actor.profile === "admin" || user.id === actor.id;
}

function viewFor(user: DirectoryUserRow, actor: Actor, presenter: UserPresenter): UserView | ColleagueView {
  return mayKnow(user, actor) ? toUserView(user, presenter) : toColleagueView(user, presenter);
}

// An e-mail that one may not see must not be found out letter by letter either.
function searchable(user: DirectoryUserRow, actor: Actor): string[] {
  return mayKnow(user, actor) ? [user.name, user.email] : [user.name];
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
