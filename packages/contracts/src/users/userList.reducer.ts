import type { UserEvent } from "../live/events.js";
import type { UserListView } from "./users.views.js";

/**
 * The loaded users after a `user` event, sorted by name like the api's. A user after the last
 * loaded one is only counted.
 */
export function applyUserEvent(list: UserListView, event: UserEvent): UserListView {
  const others = list.users.filter(({ id }) => id !== event.userId);
  const loaded = others.length < list.users.length;
  if (event.action === "delete") return { ...list, users: others, count: list.count - (loaded ? 1 : 0) };
  const users = [...others, event.user].sort((a, b) => a.name.localeCompare(b.name, "pt-BR") || a.id - b.id);
  const beyond = !loaded && list.hasMore && users.at(-1) === event.user;
  return { ...list, users: beyond ? others : users, count: list.count + (event.action === "create" && !loaded ? 1 : 0) };
}
