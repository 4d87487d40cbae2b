import type { ColleagueView } from "@balcao/contracts/users";
import { useTranslation } from "react-i18next";
import { ChosenPerson, ColleaguePicker } from "../../../ui/form";

/** The queues of which a person can get tickets; all of them while nobody is chosen. */
export const queuesOf = <Q extends { readonly id: number }>(person: ColleagueView | null, queues: readonly Q[]): readonly Q[] =>
  person && person.profile !== "admin" ? queues.filter((queue) => person.queues.some(({ id }) => id === queue.id)) : queues;

interface NewOwnerFieldProps {
  readonly colleague: ColleagueView | null;
  readonly chooseColleague: (person: ColleagueView | null) => void;
  /** The queue whose people are offered first. */
  readonly queueId: number | null;
  /** Who is not offered. */
  readonly owner: readonly number[];
}

/** The optional choice of the person who gets a ticket. */
export function NewOwnerField({ colleague, chooseColleague, queueId, owner }: NewOwnerFieldProps) {
  const { t } = useTranslation(["conversation", "common"]);
  if (colleague) {
    return (
      <ChosenPerson
        label={t("conversation:transfer.user")}
        name={colleague.name}
        src={colleague.profilePicUrl}
        presence={colleague.status}
        removeLabel={t("conversation:transfer.removeUser")}
        onRemove={() => chooseColleague(null)}
      />
    );
  }
  return (
    <ColleaguePicker
      label={t("conversation:transfer.user")}
      optional={t("common:form.optional")}
      help={t("conversation:transfer.noUser")}
      queueId={queueId}
      hidden={owner}
      factOf={({ status }) => t(`common:account.status.${status}`)}
      onPick={chooseColleague}
    />
  );
}
