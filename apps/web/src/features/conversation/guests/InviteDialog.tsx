import type { TicketView } from "@balcao/contracts/tickets";
import type { ColleagueView } from "@balcao/contracts/users";
import type { InviteForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { mentionableQuery } from "../../../lib/data/notices";
import { ticketQuery } from "../../../lib/data/ticketLists";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { ChosenPerson, ColleaguePicker, FormDialog, FormText, useFormDialog } from "../../../ui/form";

const schema = async () => (await import("@balcao/domain/forms")).inviteForm;

interface InviteDialogProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
}

/** Invites a colleague into a conversation, with a comment for them (D-550). */
export function InviteDialog({ ticket, onClose }: InviteDialogProps) {
  const { t } = useTranslation(["guests", "common"]);
  const [colleague, setColleague] = useState<ColleagueView | null>(null);
  const { data: people = [] } = useQuery(mentionableQuery(ticket.id));
  const form = useFormDialog<InviteForm>({
    schema,
    values: { userId: 0, comment: "" },
    area: "guests",
    send: async (body) => {
      const invited = await call("tickets", "invite", { params: { ticketId: ticket.id }, body });
      queryClient.setQueryData(ticketQuery(ticket.id).queryKey, invited);
      toasts.success(t("guests:invite.done", { name: colleague?.name ?? "" }));
      onClose();
    },
  });
  const choose = (person: ColleagueView | null) => {
    setColleague(person);
    form.form.setValue("userId", person?.id ?? 0, { shouldDirty: true });
  };
  return (
    <FormDialog
      title={t("guests:invite.title")}
      subtitle={t("guests:invite.text")}
      form={form}
      submitLabel={t("guests:invite.submit")}
      unable={colleague === null}
      onClose={onClose}
    >
      {colleague ? (
        <ChosenPerson
          label={t("guests:invite.person")}
          name={colleague.name}
          src={colleague.profilePicUrl}
          presence={colleague.status}
          removeLabel={t("guests:invite.remove")}
          onRemove={() => choose(null)}
        />
      ) : (
        <ColleaguePicker
          label={t("guests:invite.person")}
          hidden={[...(ticket.guests ?? []).map(({ id }) => id), ...(ticket.userId === null ? [] : [ticket.userId])]}
          error={form.faultOf("userId")}
          autoFocus
          factOf={({ id }) => people.some((person) => person.id === id && person.reads) && t("guests:invite.reads")}
          onPick={choose}
        />
      )}
      <FormText
        of={form}
        name="comment"
        label={t("guests:invite.comment")}
        optional={t("common:form.optional")}
        multiline
        minRows={2}
        maxRows={5}
        limit={LIMITS.ticket.comment}
      />
    </FormDialog>
  );
}
