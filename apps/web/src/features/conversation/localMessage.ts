import { chatIdOf } from "@balcao/contracts/chats";
import type { MessageView } from "@balcao/contracts/messages";
import { commentIn } from "@balcao/domain/texts";
import { toLocalId, type OutgoingMessage } from "./outbox";

const typeOf = ({ file, body, ticketId }: OutgoingMessage): MessageView["mediaType"] => {
  if (!file && chatIdOf(ticketId) !== null) return "chat";
  if (!file) return commentIn(body) === null ? "conversation" : "comment";
  const kind = file.blob.type.split("/")[0];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
};

/** The message as the list shows it until the api has it. */
export function toLocalMessage(message: OutgoingMessage): MessageView {
  const failed = message.state === "failed";
  return {
    id: toLocalId(message),
    body: (chatIdOf(message.ticketId) === null ? commentIn(message.body) : null) ?? message.body,
    fromMe: true,
    mediaType: typeOf(message),
    mediaUrl: message.fileUrl,
    mediaUrlLiteral: null,
    ack: failed ? -1 : 0,
    read: true,
    createdAt: message.createdAt,
    quotedMsg: message.quoted,
    isEdited: false,
    editUnreadable: false,
    editedMsg: null,
    isDeleted: false,
    forward: false,
    errorLog: message.error ? { code: message.error.code, title: "", message: message.error.message, details: "" } : null,
    templateData: null,
    dataJson: null,
    downloadAttempts: 0,
    ticketId: message.ticketId,
    contact: null,
    userId: message.userId,
    userName: message.userName,
    media: message.file && {
      state: "ready",
      mime: message.file.blob.type,
      thumbUrl: null,
      fileName: message.file.name,
      size: message.file.blob.size,
      width: null,
      height: null,
      seconds: message.voice?.seconds ?? null,
      voice: Boolean(message.voice),
      peaks: message.voice?.peaks ?? null,
      voiceFault: null,
    },
    sending: failed ? "failed" : "queued",
    clientKey: message.clientKey,
    transcription: null,
    mentions: message.mentions ?? [],
    reactions: [],
  };
}
