import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { proto, type WAMessage } from "@whiskeysockets/baileys";

const { MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
const SEALED_EDIT = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT;

/**
 * An edit in the form of phones since May 2026: encrypted with the secret of the edited message.
 */
export function sealEdit(original: WAMessage, author: string, text: string): proto.IMessage {
  const id = original.key.id ?? "";
  const secret = original.message?.messageContextInfo?.messageSecret;
  if (!secret) throw new Error("the edited message has no secret");
  const edited = proto.Message.encode(
    proto.Message.fromObject({
      protocolMessage: { key: original.key, type: MESSAGE_EDIT, editedMessage: { extendedTextMessage: { text } } },
    }),
  ).finish();
  const info = Buffer.concat([id, author, author, "Message Edit"].map((each) => Buffer.from(each)));
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(32), info, 32)), iv);
  const encPayload = Buffer.concat([cipher.update(edited), cipher.final(), cipher.getAuthTag()]);
  return { secretEncryptedMessage: { targetMessageKey: original.key, encPayload, encIv: iv, secretEncType: SEALED_EDIT } };
}
