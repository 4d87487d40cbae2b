import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { queuesQuery } from "../../lib/data/queues";
import { ChoiceChips } from "./ChoiceChips";

interface QueueChipsProps {
  readonly label: string;
  readonly help: string;
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
}

/** A choice of several queues. */
export function QueueChips({ help, ...field }: QueueChipsProps) {
  const { t } = useTranslation();
  const { data: queues = [] } = useQuery(queuesQuery);
  const none = (
    <>
      {t("form.noQueues")} <Link to="/queues">{t("form.addQueue")}</Link>
    </>
  );
  return <ChoiceChips {...field} choices={queues} help={queues.length > 0 ? help : none} />;
}
