import type { MassSendView } from "@balcao/contracts/massSends";
import { useQueries } from "@tanstack/react-query";
import { contactQuery } from "../../lib/data/contacts";
import { toChosen } from "../../ui/audience";
import { ScheduleFormDialog } from "./ScheduleFormDialog";

interface ScheduleOfSendProps {
  readonly send: Pick<MassSendView, "mensagem" | "allContacts" | "contactsIds" | "tagsIds" | "template">;
  readonly onClose: () => void;
}

/** The form of a new schedule with the text and the recipients of a mass send, once the names of its contacts are loaded [D-422]. */
export function ScheduleOfSend({ send, onClose }: ScheduleOfSendProps) {
  const { contactIds, ...chosen } = toChosen(send);
  const read = useQueries({ queries: contactIds.map((id) => ({ ...contactQuery(id), retry: false })) });
  if (read.some(({ isPending }) => isPending)) return null;
  const contacts = read.flatMap(({ data }) => (data ? [{ id: data.id, name: data.name }] : []));
  const draft = { message: send.mensagem, audience: { ...chosen, contacts }, template: send.template };
  return <ScheduleFormDialog editing={null} draft={draft} onClose={onClose} />;
}
