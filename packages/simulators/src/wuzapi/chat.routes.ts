import { fieldsOf, json, ok, Refusal, refused, type Answer, type Call } from "./http.js";
import { numberOf, requireJid } from "./jid.js";
import { chatKey } from "./outbound.js";
import { userRoute } from "./router.js";
import { requireClient, requireOnline } from "./session.js";
import type { ChatMessage, WuzapiUser } from "./types.js";
import { chatOf } from "./world.js";
import type { World } from "./world.types.js";

const OWN_PREFIX = "me:";

/** Routes for messages and chats after sending. */
export const chatRoutes = [
  userRoute("POST", "/chat/delete", (world, call, user) => {
    requireClient(world, user);
    const fields = fieldsOf(call);
    const phone = fields.required("Phone");
    const id = fields.required("Id");
    const message = findMessage(world, user, phone, id);
    if (message !== undefined && message.author === "owner") message.revoked = true;
    world.changed();
    return ok({ Details: "Deleted", Timestamp: seconds(world), Id: id });
  }),
  userRoute("POST", "/chat/react", (world, call, user) => {
    requireClient(world, user);
    const fields = fieldsOf(call);
    const phone = fields.required("Phone");
    const body = fields.required("Body");
    const id = fields.required("Id");
    const target = id.startsWith(OWN_PREFIX) ? id.slice(OWN_PREFIX.length) : id;
    const author = id.startsWith(OWN_PREFIX) ? "owner" : "customer";
    const message = findMessage(world, user, phone, target);
    if (message !== undefined && message.author === author) setReaction(message, numberOf(user.jid), body === "remove" ? "" : body);
    world.changed();
    return ok({ Details: "Sent", Timestamp: seconds(world), Id: target });
  }),
  userRoute("POST", "/chat/markread", markRead),
  userRoute("POST", "/chat/presence", (world, call, user) => {
    requireClient(world, user);
    const fields = fieldsOf(call);
    const jid = requireJid(fields.required("Phone"));
    const state = fields.required("State");
    requireOnline(world, user);
    const key = `${numberOf(user.jid)}|${chatKey(world, jid)}`;
    if (state === "composing") world.typing.set(key, fields.text("Media") === "audio" ? "recording" : "composing");
    else world.typing.delete(key);
    world.changed();
    return ok({ Details: "Chat presence set successfuly" });
  }),
  userRoute("POST", "/chat/archive", (world, call, user) => {
    requireOnline(world, user);
    const fields = fieldsOf(call);
    requireJid(fields.text("jid"), "invalid JID format");
    return ok({ success: true, message: `Chat ${fields.flag("archive") ? "archived" : "unarchived"} successfully` });
  }),
  userRoute("POST", "/chat/request-unavailable-message", (world, call, user) => {
    requireOnline(world, user);
    return ok({ Details: "Unavailable message request sent", Id: fieldsOf(call).required("id") });
  }),
  userRoute("GET", "/chat/history", chatHistory),
  userRoute("POST", "/call/reject", (world, call, user) => {
    requireOnline(world, user);
    const fields = fieldsOf(call);
    requireJid(fields.required("call_from"), "could not parse call_from");
    const id = fields.required("call_id");
    world.note("callRejected", user.name, id);
    return ok({ Details: "Call rejected", CallID: id });
  }),
  ...["image", "video", "audio", "document", "sticker"].map((kind) =>
    userRoute("POST", `/chat/download${kind}`, (world, call, user) => download(world, call, user, kind)),
  ),
];

function seconds(world: World): number {
  return Math.floor(world.clock.now() / 1000);
}

function findMessage(world: World, user: WuzapiUser, phone: string, id: string): ChatMessage | undefined {
  const jid = requireJid(phone);
  requireOnline(world, user);
  return chatOf(world, numberOf(user.jid), chatKey(world, jid)).find((message) => message.id === id);
}

/** Sets, replaces or (with "") removes a person's reaction. */
export function setReaction(message: ChatMessage, by: string, emoji: string): void {
  message.reactions = message.reactions.filter((reaction) => reaction.by !== by);
  if (emoji !== "") message.reactions.push({ by, emoji });
}

function markRead(world: World, call: Call, user: WuzapiUser): Answer {
  requireClient(world, user);
  const fields = fieldsOf(call);
  const chat = fields.text("ChatPhone") || fields.text("Chat");
  if (chat === "") throw new Refusal(400, "missing ChatPhone in Payload");
  const jid = requireJid(chat, "could not parse ChatPhone");
  const ids = new Set(fields.texts("Id"));
  if (ids.size === 0) throw new Refusal(400, "missing Id in Payload");
  requireOnline(world, user);
  for (const message of chatOf(world, numberOf(user.jid), chatKey(world, jid))) {
    if (message.author === "customer" && ids.has(message.id)) message.state = "read";
  }
  world.changed();
  return ok({ Details: "Message(s) marked as read" });
}

function chatHistory(world: World, call: Call, user: WuzapiUser): Answer {
  if (user.history === 0) return json(501, { code: 501, error: "message history is disabled for this user", success: false });
  const number = numberOf(user.jid);
  const chat = call.query.get("chat_jid") ?? "";
  if (chat === "") return refused(400, "chat_jid is required");
  if (chat === "index")
    return ok(
      [...world.chats.keys()].filter((key) => key.startsWith(`${number}|`)).map((key) => ({ chat_jid: key.slice(number.length + 1) })),
    );
  const limit = Math.min(Number(call.query.get("limit") ?? "50"), user.history);
  const messages = chatOf(world, number, chatKey(world, requireJid(chat))).slice(-limit);
  return ok(
    messages.map((message) => ({
      message_id: message.id,
      chat_jid: chat,
      sender_jid: message.sender,
      message_type: message.kind,
      text_content: message.text,
      timestamp: new Date(message.at).toISOString(),
    })),
  );
}

/**
 * Returns a file when the keys are those of the webhook; 500 otherwise, also when the media has
 * expired.
 */
function download(world: World, call: Call, user: WuzapiUser, kind: string): Answer {
  requireOnline(world, user);
  const fields = fieldsOf(call);
  const file = world.files.find(fields.text("DirectPath"), fields.text("Url"));
  if (file === undefined) throw new Refusal(500, `failed to download ${kind}: no url present`);
  if (file.expired) throw new Refusal(500, `failed to download ${kind}: download failed with status code 410`);
  if (fields.text("MediaKey") !== file.mediaKey) throw new Refusal(500, `failed to download ${kind}: invalid media hmac`);
  if (fields.text("FileSHA256") !== file.sha256 || fields.text("FileEncSHA256") !== file.encSha256) {
    throw new Refusal(500, `failed to download ${kind}: hash of media ciphertext doesn't match`);
  }
  const bytes = world.files.read(file);
  return ok({ Mimetype: file.mime, Data: `data:${file.mime};base64,${bytes.toString("base64")}` });
}
