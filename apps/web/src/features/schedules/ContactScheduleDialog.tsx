import type { NamedContact } from "../../ui/form";
import { ScheduleFormDialog } from "./ScheduleFormDialog";

interface ContactScheduleDialogProps {
  readonly contact: NamedContact;
  readonly onClose: () => void;
}

/** The form of a new schedule that begins with one contact (SCHED-010). */
export function ContactScheduleDialog({ contact: { id, name }, onClose }: ContactScheduleDialogProps) {
  return <ScheduleFormDialog editing={null} forContacts={[{ id, name }]} onClose={onClose} />;
}
