import type { TicketStatus } from "@balcao/domain/tickets";
import i18next from "i18next";

type Named = { readonly name: string } | null | undefined;

/** The sentence about a contact's live ticket (INBOX-043 to INBOX-046). */
export function existingSentence({
  status,
  user,
  queue,
}: {
  readonly status: TicketStatus;
  readonly user: Named;
  readonly queue: Named;
}): string {
  const state = status === "pending" || status === "bot" || status === "nps" ? status : "open";
  const parts = [i18next.t(`existing.${state}`, { ns: "newTicket" })];
  if (user) parts.push(i18next.t("existing.user", { ns: "newTicket", name: user.name }));
  if (queue) parts.push(i18next.t("existing.queue", { ns: "newTicket", name: queue.name }));
  return parts.join("");
}
