import type { ServerEvent } from "@balcao/contracts/live";
import { applyUserEvent, type ColleagueView, type UserListView } from "@balcao/contracts/users";
import { infiniteQueryOptions, queryOptions, useQuery, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";
import { updateNames } from "./names";
import { readSelf } from "./viewer";

type UserPages = InfiniteData<UserListView, number>;

/** Every user of the installation, for choices. */
export const allUsersQuery = queryOptions({
  queryKey: ["users", "all", "choices"],
  queryFn: async ({ signal }) => (await call("users", "list", { query: { all: true } }, { signal })).users,
  meta: { live: true },
});

/** The users whose name or e-mail matches, page by page. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["users", search],
    queryFn: ({ pageParam, signal }) => call("users", "list", { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    placeholderData: (before) => before,
    meta: { live: true },
  });

/** Joins loaded pages into one list. */
export function joinUserPages(pages: readonly UserListView[]): UserListView {
  const last = pages.at(-1);
  const seen = new Set<number>();
  const users = pages.flatMap((page) => page.users).filter(({ id }) => !seen.has(id) && seen.add(id));
  return { users, hasMore: last?.hasMore ?? false, count: last?.count ?? 0 };
}

/** The presence of a colleague; undefined while the colleagues are not loaded. */
export function useStatusOf(): (userId: number) => ColleagueView["status"] | undefined {
  const { data } = useQuery(allUsersQuery);
  return (userId) => data?.find(({ id }) => id === userId)?.status;
}

/** The loaded users after a `user` event, and what else names the person; search results are read again. */
export function updateUsers(client: QueryClient, event: ServerEvent<"user">): void {
  if (event.action !== "delete" && isRenamed(client, event.user)) {
    const { id, name, profile, active } = event.user;
    updateNames(client, "user", { id, name, profile, active }, event.profileChanged);
  }
  // Statuses change often, so everybody's choices are not read again.
  client.setQueryData(allUsersQuery.queryKey, (users) => users && applyUserEvent({ users, hasMore: false, count: 0 }, event).users);
  client.setQueryData<UserPages>(usersQuery("").queryKey, (data) => {
    if (!data) return data;
    const list = applyUserEvent(joinUserPages(data.pages), event);
    // All users go into the first page, so that the page numbers of the next requests stay correct.
    return { pages: data.pages.map((_page, at) => (at === 0 ? list : { ...list, users: [] })), pageParams: data.pageParams };
  });
  void client.invalidateQueries({
    predicate: ({ queryKey: [area, search, kind] }) => area === "users" && search !== "" && kind === undefined,
  });
}

/** Whether a person differs from what is known of them by more than their status, which changes often. */
function isRenamed(client: QueryClient, { id, name, profile, active }: ColleagueView): boolean {
  const self = readSelf(client);
  const known = self?.id === id ? self : client.getQueryData(allUsersQuery.queryKey)?.find((user) => user.id === id);
  return known?.name !== name || known.profile !== profile || ("active" in known && known.active !== active);
}
