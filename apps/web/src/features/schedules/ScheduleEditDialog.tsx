import type { ScheduleView } from "@balcao/contracts/schedules";
import { useQueries } from "@tanstack/react-query";
import { contactQuery } from "../../lib/data/contacts";
import { toChosen } from "../../ui/audience";
import { ScheduleFormDialog } from "./ScheduleFormDialog";

interface ScheduleEditDialogProps {
  readonly editing: ScheduleView;
  readonly onClose: () => void;
}

/** The form of an existing schedule, once the names of its contacts are loaded. */
export function ScheduleEditDialog({ editing, onClose }: ScheduleEditDialogProps) {
  const { contactIds } = toChosen(editing);
  const read = useQueries({ queries: contactIds.map((id) => ({ ...contactQuery(id), retry: false })) });
  if (read.some(({ isPending }) => isPending)) return null;
  const contacts = read.flatMap(({ data }) => (data ? [{ id: data.id, name: data.name }] : []));
  return <ScheduleFormDialog editing={{ ...editing, contacts }} onClose={onClose} />;
}
