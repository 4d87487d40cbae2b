import { Refusal } from "./http.js";
import { isGroup, isLid, numberOf, phoneJid, writeJid, type Jid } from "./jid.js";
import { newMessageId } from "./numbers.js";
import { receiptEvent } from "./payloads.js";
import { requireOnline, sendWhenOnline } from "./session.js";
import type { ChatMessage, Customer, MessageKind, MessageState, WuzapiUser } from "./types.js";
import { chatOf, customerByLid, customerOf } from "./world.js";
import type { World } from "./world.types.js";

/** The parsed body of a send route. */
export interface OutboundDraft {
  readonly to: Jid;
  readonly id: string;
  readonly kind: MessageKind;
  readonly text: string;
  readonly quotedId?: string;
  readonly forwarded?: boolean;
  readonly mentions?: readonly string[];
  readonly file?: { readonly bytes: Buffer; readonly mime: string; readonly fileName: string };
  readonly ptt?: boolean;
  readonly seconds?: number;
  readonly location?: ChatMessage["location"];
  readonly contact?: ChatMessage["contact"];
  readonly options?: readonly string[];
}

/**
 * Puts a message on the recipient's phone; a repeated id stays one message there, as on WhatsApp. 500
 * "error sending message: …" when the client is offline or the recipient does not exist.
 */
export async function postMessage(world: World, user: WuzapiUser, draft: OutboundDraft): Promise<ChatMessage> {
  requireOnline(world, user);
  const number = numberOf(user.jid);
  const chat = chatKey(world, draft.to);
  const messages = chatOf(world, number, chat);
  const repeated = messages.find((message) => message.author === "owner" && message.id === draft.id && draft.id !== "");
  if (repeated !== undefined) {
    repeated.posts += 1;
    world.changed();
    return repeated;
  }
  const message = newMessage(world, { number, chat, author: "owner", via: "api", sender: number, kind: draft.kind, text: draft.text });
  if (draft.id !== "") message.id = draft.id;
  if (draft.file !== undefined) message.fileKey = world.files.add(draft.file.bytes, draft.file.mime, draft.file.fileName).key;
  message.ptt = draft.ptt ?? false;
  message.seconds = draft.seconds ?? 0;
  message.location = draft.location ?? null;
  message.contact = draft.contact ?? null;
  message.options = [...(draft.options ?? [])];
  message.quotedId = draft.quotedId ?? "";
  message.forwarded = draft.forwarded ?? false;
  message.mentions = [...(draft.mentions ?? [])];
  messages.push(message);
  world.typing.delete(`${number}|${chat}`);
  world.note("sent", user.name, chat);
  await scheduleReceipts(world, user, message);
  return message;
}

/** An empty message with a new id and the current instant. */
export function newMessage(
  world: World,
  given: Pick<ChatMessage, "number" | "chat" | "author" | "via" | "sender" | "kind" | "text">,
): ChatMessage {
  return {
    id: newMessageId(),
    fileKey: "",
    ptt: false,
    seconds: 0,
    location: null,
    contact: null,
    options: [],
    quotedId: "",
    forwarded: false,
    mentions: [],
    at: world.clock.now(),
    state: "sent",
    edited: false,
    revoked: false,
    reactions: [],
    posts: 1,
    ...given,
  };
}

/** The chat of an address: a customer's phone, or the group's JID. */
export function chatKey(world: World, to: Jid): string {
  if (isGroup(to)) {
    if (!world.groups.has(writeJid(to))) throw new Refusal(500, "error sending message: failed to get group members: item-not-found");
    return writeJid(to);
  }
  if (isLid(to)) {
    const customer = customerByLid(world, writeJid(to));
    if (customer === undefined) throw new Refusal(500, "error sending message: no LID found for recipient");
    return customer.phone;
  }
  const customer = customerOf(world, to.user);
  if (!customer.onWhatsapp) throw new Refusal(500, "error sending message: server returned error 400");
  return customer.phone;
}

/** The customers who receive messages of a chat. */
function recipientsOf(world: World, chat: string): Customer[] {
  const group = world.groups.get(chat);
  return (group?.participants ?? [chat]).flatMap((phone) => world.customers.get(phone) ?? []);
}

async function scheduleReceipts(world: World, user: WuzapiUser, message: ChatMessage): Promise<void> {
  const { deliveredAfterMs, readAfterMs, probability } = world.receipts;
  if (deliveredAfterMs === null || world.random() >= probability) return;
  const deliver = (): Promise<void> => advance(world, user, message, "delivered");
  if (world.switches.receiptBeforeAnswer) await deliver();
  else world.later(deliveredAfterMs, () => void deliver());
  if (readAfterMs !== null) world.later(readAfterMs, () => void advance(world, user, message, "read"));
}

const ORDER: Readonly<Record<MessageState, number>> = { sent: 0, delivered: 1, read: 2 };

/**
 * Raises the state of one of our messages and sends the receipts of the customers who allow them.
 * An offline customer receives nothing yet; one without read receipts never reports "read".
 */
export async function advance(world: World, user: WuzapiUser, message: ChatMessage, state: "delivered" | "read"): Promise<void> {
  if (ORDER[message.state] >= ORDER[state]) return;
  const people = recipientsOf(world, message.chat).filter(
    (customer) => customer.online && (state === "delivered" || customer.readReceipts),
  );
  if (people.length === 0) return;
  message.state = state;
  world.note(state, user.name, message.chat);
  await reportReceipts(world, user, message.chat, people, [message.id], state === "read" ? "Read" : "Delivered");
}

/** Sends the ReadReceipt webhook for each customer; resolves after the first attempts. */
export async function reportReceipts(
  world: World,
  user: WuzapiUser,
  chat: string,
  people: readonly Customer[],
  ids: readonly string[],
  state: "Delivered" | "Read",
): Promise<void> {
  const inGroup = world.groups.has(chat);
  await Promise.all(
    people.map((customer) => {
      const sender = phoneJid(customer.phone);
      return sendWhenOnline(
        world,
        user,
        receiptEvent({ chat: inGroup ? chat : sender, sender, isGroup: inGroup }, ids, state, world.clock.now()),
      );
    }),
  );
}
