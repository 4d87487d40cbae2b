import type { QueueView } from "@balcao/contracts/queues";
import Check from "@mui/icons-material/Check";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { queuesQuery } from "../../lib/data/queues";
import "../field.css";
import "./queueChips.css";

interface QueueChipsProps {
  readonly label: string;
  readonly help: string;
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
}

/** A choice of several queues, as chips that are switched on and off. */
export function QueueChips({ label, help, value, onChange }: QueueChipsProps) {
  const { t } = useTranslation();
  const { data: queues = [] } = useQuery(queuesQuery);
  const id = useId();
  const toggle = (queue: QueueView) =>
    onChange(value.includes(queue.id) ? value.filter((other) => other !== queue.id) : [...value, queue.id]);
  return (
    <div className="field" role="group" aria-labelledby={id} aria-describedby={`${id}-help`}>
      <span id={id} className="fieldLabel">
        {label}
      </span>
      <div className="queueChips">
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
        <span id={`${id}-help`}>
          {queues.length > 0 ? (
            help
          ) : (
            <>
              {t("form.noQueues")} <Link to="/queues">{t("form.addQueue")}</Link>
            </>
          )}
        </span>
      </div>
    </div>
  );
}
