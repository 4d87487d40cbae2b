import type { TicketStatus } from "@balcao/domain/tickets";
import type { ReactElement } from "react";
import { useTexts } from "../i18n/useTexts";
import { Tooltip } from "./Tooltip";

interface StateHintProps {
  /** The state that the control counts; null where it has another meaning. */
  readonly state: TicketStatus | null;
  readonly label: string;
  readonly children: ReactElement;
}

/** Where a documented label names a state of tickets by another word, a tooltip says the state's own name (D-262). */
export function StateHint({ state, label, children }: StateHintProps) {
  const { t } = useTexts("common");
  const name = state === null ? label : t(`ticketStatus.${state}`);
  if (name === label) return children;
  return (
    <Tooltip describeChild title={name}>
      {children}
    </Tooltip>
  );
}
