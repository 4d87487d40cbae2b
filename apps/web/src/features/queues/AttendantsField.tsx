import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { allUsersQuery } from "../../lib/data/users";
import { ChoiceChips } from "../../ui/form";

interface AttendantsFieldProps {
  readonly queueId: number;
  readonly value: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (ids: number[]) => void;
}

/**
 * Who gets the tickets of a queue in turn: only active people who belong to it, in the order in which
 * they are chosen (QUEUE-006, D-157).
 */
export function AttendantsField({ queueId, ...field }: AttendantsFieldProps) {
  const { t } = useTranslation("queues");
  const { data: users = [] } = useQuery(allUsersQuery);
  const members = users.filter(({ active, queues }) => active && queues.some(({ id }) => id === queueId));
  return (
    <ChoiceChips
      {...field}
      label={t("form.attendants")}
      choices={members.map(({ id, name }) => ({ id, name }))}
      help={members.length > 0 ? t("form.attendantsHelp") : t("form.noMembers")}
    />
  );
}
