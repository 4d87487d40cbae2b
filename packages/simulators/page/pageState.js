import { t } from "./words.js";

/** What the server said last: everybody on the page, and the messages of the chosen chat. */
export const page = { state: null, messages: [] };
/** What is chosen on the page. */
export const ui = { user: "", number: "", chat: "", side: "customer", reply: null };

/** The name of the customer or group whose chat is on the screen. */
export function currentName() {
  return (
    page.state.customers.find((customer) => customer.phone === ui.chat)?.name ??
    page.state.groups.find((group) => group.jid === ui.chat)?.name ??
    ""
  );
}

/** The names of both sides of the chat. */
export function names() {
  const user = page.state.users.find((known) => known.id === ui.user);
  return { customer: currentName(), owner: user?.name ?? t("chat.shop") };
}

/** The chat on the screen, and whose phone it is. */
export function placeOfChat() {
  const group = page.state.groups.find((known) => known.jid === ui.chat);
  const target = group === undefined ? { customer: ui.chat } : { customer: group.participants[0], group: group.jid };
  return { user: ui.user, ...target, fromMe: ui.side === "owner" };
}
