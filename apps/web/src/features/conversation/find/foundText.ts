import type { MessageView } from "@balcao/contracts/messages";
import { previewText, withoutSignature } from "@balcao/domain/texts";
import { cutAtMatch } from "../../../lib/marks";
import { drawingOf, readCards, readPlace } from "../messages/content";

/** The words of a message that a search can find, as one line. */
function wordsOf(message: MessageView): string {
  const drawing = drawingOf(message);
  if (drawing === "location") {
    const { name, address } = readPlace(message.body);
    return [name, address].filter(Boolean).join(", ");
  }
  if (drawing === "contacts")
    return readCards(message.body)
      .map(({ name }) => name)
      .join(", ");
  return withoutSignature(message.body, message.fromMe ? message.userName : null).text;
}

/** A found message in one line that shows the match; the word for its kind when it has no text. */
export function toFoundText(message: MessageView, sought: string): string {
  return cutAtMatch(wordsOf(message), sought) || previewText({ type: message.mediaType, body: message.body });
}
