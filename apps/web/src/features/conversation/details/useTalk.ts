import type { ContactView } from "@balcao/contracts/contacts";
import { useLocation, useNavigate } from "react-router-dom";

/** Opens the dialog of a new ticket with a contact, on whichever connection; undefined for groups, whose ticket is the one that is shown. */
export function useTalk(contact: Pick<ContactView, "id" | "name" | "number" | "isGroup"> | undefined): (() => void) | undefined {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (!contact || contact.isGroup) return undefined;
  const { id, name, number } = contact;
  // The inbox opens the dialog, as it does for the page of contacts.
  return () => void navigate({ pathname, search }, { replace: true, state: { newTicket: { chosen: { id, name, number } } } });
}
