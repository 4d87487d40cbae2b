import { formatPhone } from "@balcao/domain/contacts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api";

const MINUTE_MS = 60_000;

/** Description and participants of a group, asked from its network. */
export const groupQuery = (contactId: number) =>
  queryOptions({
    queryKey: ["groups", contactId],
    queryFn: ({ signal }) => call("contacts", "group", { params: { contactId } }, { signal }),
    staleTime: 5 * MINUTE_MS,
    retry: false,
  });

/** A participant's digits and phone from the address `phone:5511…` or `lid:…`. */
export function toParticipant({ id, name }: { readonly id: string; readonly name: string }) {
  const [kind = "", digits = ""] = id.split(":");
  return { name, digits, phone: kind === "phone" ? formatPhone(digits) : null };
}
