import Check from "@mui/icons-material/Check";
import { useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { queuesQuery } from "../../lib/data/queues";

interface Choice {
  readonly id: number;
  readonly name: string;
  readonly color?: string;
}

interface ChoiceChipsProps {
  readonly label: string;
  readonly help: ReactNode;
  readonly choices: readonly Choice[];
  /** The chosen ids, in the order in which they were chosen. */
  readonly value: readonly number[];
  readonly error?: string | undefined;
  readonly onChange: (ids: number[]) => void;
}

/** A choice of several things, as chips that can be switched on and off. */
export function ChoiceChips({ label, help, choices, value, error, onChange }: ChoiceChipsProps) {
  const id = useId();
  const toggle = (chosen: number) => onChange(value.includes(chosen) ? value.filter((other) => other !== chosen) : [...value, chosen]);
  return (
    <div className="field" role="group" aria-labelledby={id} aria-describedby={`${id}-help`}>
      <span id={id} className="fieldLabel">
        {label}
      </span>
      <div className="choiceChips">
        {choices.map((choice) => (
          <label key={choice.id}>
            <input type="checkbox" checked={value.includes(choice.id)} onChange={() => toggle(choice.id)} />
            {choice.color !== undefined && <i style={{ background: choice.color }} aria-hidden="true" />}
            {choice.name}
            <Check aria-hidden />
          </label>
        ))}
      </div>
      <div className="fieldHelp" data-error={error !== undefined || undefined}>
        <span id={`${id}-help`}>{error ?? help}</span>
      </div>
    </div>
  );
}

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
