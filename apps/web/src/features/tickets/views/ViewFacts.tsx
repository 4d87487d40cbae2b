import type { TicketView } from "@balcao/contracts/tickets";
import { formatPhone } from "@balcao/domain/contacts";
import type { ViewColumn } from "@balcao/domain/savedViews";
import { toDateAndClock } from "../../../lib/time";

interface ViewFactsProps {
  readonly ticket: TicketView;
  readonly columns: readonly ViewColumn[];
  readonly queueName: string;
}

/** What the row of a view says of its ticket, in the order of the choice; the target has a mark of its own (D-611). */
export function ViewFacts({ ticket: { contact, user, whatsapp, createdAt }, columns, queueName }: ViewFactsProps) {
  const words: Readonly<Record<ViewColumn, string | null>> = {
    queue: queueName,
    connection: whatsapp?.name ?? null,
    owner: user?.name ?? null,
    number: contact.number === null ? null : formatPhone(contact.number),
    created: toDateAndClock(createdAt),
    target: null,
  };
  return (
    <>
      {columns.includes("queue") && <span className="queueDot" />}
      <span className="ellipsis">
        {columns
          .map((column) => words[column])
          .filter((word) => word !== null)
          .join(" · ")}
      </span>
    </>
  );
}
