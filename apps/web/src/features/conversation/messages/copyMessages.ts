import type { MessageView } from "@balcao/contracts/messages";
import { previewText, withoutSignature } from "@balcao/domain/texts";
import { toDateAndClock } from "../../../lib/time";

interface Names {
  /** The name of our side where no person wrote it. */
  readonly us: string;
  readonly contact: string;
}

/**
 * The text of one message, or several messages as WhatsApp copies them: each with its time and its
 * author.
 */
export function toCopiedText(messages: readonly MessageView[], names: Names): string {
  const [only] = messages;
  if (messages.length === 1 && only) return only.body;
  return messages
    .map((message) => {
      const { fromMe, userName, contact, mediaType, createdAt } = message;
      const author = fromMe ? (userName ?? names.us) : (contact?.name ?? names.contact);
      const { text } = withoutSignature(message.body, fromMe ? userName : null);
      return `[${toDateAndClock(createdAt)}] ${author}: ${text === "" ? previewText({ type: mediaType, body: "" }) : text}`;
    })
    .join("\n");
}
