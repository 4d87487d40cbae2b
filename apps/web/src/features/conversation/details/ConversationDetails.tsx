import type { TicketView } from "@balcao/contracts/tickets";
import { useId } from "react";
import { SideFrame } from "../SideFrame";
import { DetailsPanel } from "./DetailsPanel";
import type { Details } from "./useDetails";

interface ConversationDetailsProps {
  readonly ticket: TicketView;
  readonly details: Details;
  readonly onJump: (messageId: string) => void;
}

/**
 * The drawer with the contact's details: a third pane on a wide screen, otherwise over the
 * conversation, where a jump closes it.
 */
export function ConversationDetails({ ticket, details, onJump }: ConversationDetailsProps) {
  const titleId = useId();
  const { beside, takesFocus, close, hide } = details;
  const jump = (messageId: string) => {
    if (!beside) hide();
    onJump(messageId);
  };
  return (
    <SideFrame titleId={titleId} region="details" beside={beside} onClose={close}>
      <DetailsPanel ticket={ticket} titleId={titleId} takesFocus={takesFocus} onClose={close} onJump={jump} />
    </SideFrame>
  );
}
