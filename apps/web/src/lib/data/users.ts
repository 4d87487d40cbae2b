import type { ServerEvent } from "@balcao/contracts/realtime";
import { applyUserEvent, type UserListView } from "@balcao/contracts/users";
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

type UserPages = InfiniteData<UserListView, number>;

/** The people of the installation whose name or e-mail matches, page by page. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["users", search],
    queryFn: ({ pageParam, signal }) => call("users", "list", { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    placeholderData: (before) => before,
    meta: { live: true },
  });

/** Loaded pages as the one list they are. */
export function joinUserPages(pages: readonly UserListView[]): UserListView {
  const last = pages.at(-1);
  const seen = new Set<number>();
  const users = pages.flatMap((page) => page.users).filter(({ id }) => !seen.has(id) && seen.add(id));
  return { users, hasMore: last?.hasMore ?? false, count: last?.count ?? 0 };
}

/** The loaded users after a `user` event; results of a search are read again. */
export function updateUsers(client: QueryClient, event: ServerEvent<"user">): void {
  client.setQueryData<UserPages>(usersQuery("").queryKey, (data) => {
    if (!data) return data;
    const list = applyUserEvent(joinUserPages(data.pages), event);
    // One page holds all: the numbers of the next pages stay those of the api.
    return { pages: data.pages.map((_page, at) => (at === 0 ? list : { ...list, users: [] })), pageParams: data.pageParams };
  });
  void client.invalidateQueries({ predicate: ({ queryKey: [area, search] }) => area === "users" && search !== "" });
}
