import type { Actor } from "@balcao/domain/access";
import { readsComment } from "@balcao/domain/notifications";
import { previewText } from "@balcao/domain/texts";
import type { MentionView } from "@balcao/contracts/mentions";
import { toHistoryFacts } from "@balcao/database/messages";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { toTicketFacts, type Presenter, type TicketMessageRow } from "../tickets/index.js";

/** Whether a person reads a comment now; being mentioned in it gives no right. */
export const readsMention = (actor: Actor, { message, ticket }: TicketMessageRow, directory: DirectorySnapshot): boolean =>
  readsComment(actor, { ticket: toTicketFacts(ticket), message: toHistoryFacts(message) }, directory);

/** Converts a comment that mentions somebody to the wire fields of the mention. */
export function toMentionView({ message, ticket }: TicketMessageRow, { fileUrl }: Pick<Presenter, "fileUrl">): MentionView {
  const picture = ticket.contactPictureFileId;
  return {
    messageId: String(message.id),
    ticketId: ticket.id,
    author: { id: message.userId ?? 0, name: message.userName ?? "" },
    text: previewText({ type: "comment", body: message.body }),
    createdAt: message.sentAt.toISOString(),
    contact: { id: ticket.contactId, name: ticket.contactName, profilePicUrl: picture === null ? null : fileUrl(picture) },
  };
}
