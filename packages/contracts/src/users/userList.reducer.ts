import type { UserEvent } from "../realtime/events.js";
import type { UserListView } from "./users.views.js";

/** The loaded users after a `user` event, by name as the api answers them. One beyond what is loaded is only counted. */
export function applyUserEvent(list: UserListView, event: UserEvent): UserListView {
  const others = list.users.filter(({ id }) => id !== event.userId);
  const known = others.length < list.users.length;
  if (event.action === "delete") return { ...list, users: others, count: list.count - (known ? 1 : 0) };
  const users = [...others, event.user].sort((a, b) => a.name.localeCompare(b.name, "pt-BR") || a.id - b.id);
  const beyond = !known && list.hasMore && users.at(-1) === event.user;
  return { ...list, users: beyond ? others : users, count: list.count + (event.action === "create" && !known ? 1 : 0) };
}
