import type { MessageView } from "@balcao/contracts/messages";
import { useQuery } from "@tanstack/react-query";
import { groupQuery, toParticipant } from "../../../lib/data/groups";
import { shownTicketQuery } from "../../../lib/data/ticketLists";
import { chatIdOf } from "@balcao/contracts/chats";
import { LongWaText } from "../../../ui/waText";
import { TicketCards } from "../chat/TicketCards";
import { toMentionNames } from "../composer/mentions";

const MENTION = /@\d{8,20}(?!\d)/;

interface MessageTextProps {
  readonly message: MessageView;
  /** The body without its signature. */
  readonly text: string;
}

/** The participants that a text mentions by digits, under their names. */
function NamedText({ message, text }: MessageTextProps) {
  const { data: ticket } = useQuery(shownTicketQuery(message.ticketId));
  const { data: group } = useQuery({ ...groupQuery(ticket?.contactId ?? 0), enabled: ticket?.isGroup === true });
  return <LongWaText id={message.id} text={group ? toMentionNames(text, group.participants.map(toParticipant)) : text} />;
}

/** The text of a message; in a chat with the tickets that it links to. */
export function MessageText(props: MessageTextProps) {
  const { message, text } = props;
  if (chatIdOf(message.ticketId) !== null) {
    return (
      <>
        <LongWaText id={message.id} text={text} />
        <TicketCards text={text} />
      </>
    );
  }
  if (message.fromMe && MENTION.test(text)) return <NamedText {...props} />;
  return <LongWaText id={message.id} text={text} />;
}
