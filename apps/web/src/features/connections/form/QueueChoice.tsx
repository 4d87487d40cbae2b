import type { QueueView } from "@balcao/contracts/queues";
import Check from "@mui/icons-material/Check";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../../lib/data/queues";

/** The queues of a connection, as chips that are switched on and off. */
export function QueueChoice({ value, onChange }: { readonly value: readonly number[]; readonly onChange: (ids: number[]) => void }) {
  const { t } = useTranslation("connections");
  const { data: queues = [] } = useQuery(queuesQuery);
  const id = useId();
  const toggle = (queue: QueueView) =>
    onChange(value.includes(queue.id) ? value.filter((other) => other !== queue.id) : [...value, queue.id]);
  return (
    <div className="field" role="group" aria-labelledby={id} aria-describedby={`${id}-help`}>
      <span id={id} className="fieldLabel">
        {t("form.queues")}
      </span>
      <div className="queueChoice">
        {queues.map((queue) => (
          <label key={queue.id}>
            <input type="checkbox" checked={value.includes(queue.id)} onChange={() => toggle(queue)} />
            <i style={{ background: queue.color }} aria-hidden="true" />
            {queue.name}
            <Check aria-hidden />
          </label>
        ))}
      </div>
      <div className="fieldHelp">
        <span id={`${id}-help`}>{queues.length === 0 ? t("form.noQueues") : t("form.queuesHelp")}</span>
      </div>
    </div>
  );
}
