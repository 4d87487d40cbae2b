import { rm, writeFile } from "node:fs/promises";
import { type MediaSource, type MessageRef, type PeerId, peerKey } from "@balcao/domain/messages";
import type { GuardedFetch } from "@balcao/platform/http";
import { GatewayError, type FetchedMedia, type GroupFacts, type SavedContact, type SessionHost, type TypingState } from "../port/index.js";
import { refuseTooLarge } from "../protocol/betterFile.js";
import { flagAt, listAt, numberAt, objectAt, textAt, toObject } from "../protocol/plainJson.js";
import { widAt } from "./wids.js";
import type { WwebClient, WwebMessage } from "./library.js";
import { findMessage } from "./messageIds.js";
import { canRevoke, rejectPageCall, sendChatState } from "./pageCalls.js";
import { errorText } from "./pageTimeout.js";
import { toPeer, toWid } from "./wid.js";

/**
 * Requests to a ready page. Each rejects with GatewayError, or with the page's own error, which the
 * session translates.
 */

function widOf(peer: PeerId): string {
  const wid = toWid(peer);
  if (wid === null) throw new GatewayError("recipient", "WhatsApp Web cannot reach this contact");
  return wid;
}

async function ownOrTheirs(client: WwebClient, ref: MessageRef): Promise<WwebMessage> {
  const message = await findMessage(client, ref);
  if (message === null) throw new GatewayError("invalid", "WhatsApp Web does not have this message");
  return message;
}

/** Marks chats as read, which shows read receipts to the customers. */
export async function markRead(client: WwebClient, refs: readonly MessageRef[]): Promise<void> {
  const chats = new Map(refs.filter((ref) => !ref.fromMe).map((ref) => [peerKey(ref.chat), ref.chat]));
  for (const chat of chats.values()) await client.sendSeen(widOf(chat));
}

/** The peers that WhatsApp has for numbers; the page asks about one at a time. */
export async function checkNumbers(client: WwebClient, numbers: readonly string[]): Promise<ReadonlyMap<string, PeerId | null>> {
  const answers = new Map<string, PeerId | null>();
  for (const digits of numbers) {
    const id: unknown = await client.getNumberId(digits);
    answers.set(digits, toPeer(textAt(toObject(id), "_serialized")));
  }
  return answers;
}

/**
 * The saved people of the phone. The page also lists groups, the own number and everybody
 * who ever wrote.
 */
export async function listSavedContacts(client: WwebClient): Promise<SavedContact[]> {
  const contacts: readonly unknown[] = await client.getContacts();
  return contacts.map(toObject).flatMap((contact) => {
    const peer = toPeer(widAt(contact, "id"));
    const name = textAt(contact, "name");
    const isSaved = flagAt(contact, "isMyContact") && !flagAt(contact, "isMe") && name !== "";
    return peer === null || peer.group !== undefined || !isSaved ? [] : [{ peer, name }];
  });
}

/** Subject, description and participants. */
export async function getGroup(client: WwebClient, group: PeerId): Promise<GroupFacts> {
  if (group.group === undefined) throw new GatewayError("invalid", "not a group");
  const chat: unknown = await client.getChatById(widOf(group));
  const facts = objectAt(toObject(chat), "groupMetadata");
  if (facts === null) throw new GatewayError("invalid", "WhatsApp Web knows no such group");
  return {
    subject: textAt(toObject(chat), "name") || textAt(facts, "subject"),
    description: textAt(facts, "desc"),
    participants: listAt(facts, "participants")
      .map(toObject)
      .flatMap((item) => {
        const peer = toPeer(widAt(item, "id"));
        return peer === null ? [] : [{ peer, name: null, admin: flagAt(item, "isAdmin") || flagAt(item, "isSuperAdmin") }];
      }),
  };
}

export async function editText(client: WwebClient, target: MessageRef, text: string): Promise<void> {
  const edited = await (await ownOrTheirs(client, target)).edit(text, { linkPreview: false });
  if (edited === null)
    throw new GatewayError("invalid", "WhatsApp does not let this message be edited any more", { code: "ERR_GATEWAY_TOO_LATE" });
}

export async function deleteForEveryone(client: WwebClient, target: MessageRef): Promise<void> {
  const message = await ownOrTheirs(client, target);
  if (!(await canRevoke(client, message.id._serialized)))
    throw new GatewayError("invalid", "WhatsApp does not let this message be deleted for everyone any more", {
      code: "ERR_GATEWAY_TOO_LATE",
    });
  await message.delete(true);
}

export async function react(client: WwebClient, target: MessageRef, emoji: string | null): Promise<void> {
  await (await ownOrTheirs(client, target)).react(emoji ?? "");
}

const STATES: Readonly<Record<TypingState, "typing" | "recording" | "stop">> = {
  composing: "typing",
  recording: "recording",
  paused: "stop",
};

export async function setTyping(client: WwebClient, chat: PeerId, state: TypingState): Promise<void> {
  await sendChatState(client, widOf(chat), STATES[state]);
}

export function rejectCall(client: WwebClient, call: { readonly id: string; readonly from: PeerId }): Promise<void> {
  return rejectPageCall(client, widOf(call.from), call.id);
}

/** The bytes of a received file, which the page decrypts and returns as base64. */
export async function fetchMedia(
  client: WwebClient,
  host: SessionHost,
  { descriptor }: Extract<MediaSource, { at: "provider" }>,
): Promise<FetchedMedia> {
  // The page would hold the whole file in its memory, several times.
  refuseTooLarge("wwebjs", numberAt(descriptor, "size"));
  const message: WwebMessage | null = await client.getMessageById(textAt(descriptor, "message"));
  if (message === null) throw new GatewayError("media", "WhatsApp Web does not have this message any more");
  const media: unknown = await message.downloadMedia().catch((error: unknown) => {
    throw new GatewayError("media", `WhatsApp Web could not fetch the file: ${errorText(error)}`);
  });
  const data = textAt(toObject(media), "data");
  if (data === "") throw new GatewayError("media", "WhatsApp does not have this file any more");
  const path = await host.temporaryPath();
  await writeFile(path, Buffer.from(data, "base64"), { mode: 0o600 });
  const mime = textAt(toObject(media), "mimetype") || textAt(descriptor, "mime");
  return { path, mime: mime || null, fileName: textAt(toObject(media), "filename") || textAt(descriptor, "fileName") || null };
}

/** A peer's picture, or null when there is none or it is hidden. */
export async function fetchPicture(
  client: WwebClient,
  host: SessionHost,
  fetchPublic: GuardedFetch,
  peer: PeerId,
): Promise<FetchedMedia | null> {
  const url: unknown = await client.getProfilePicUrl(widOf(peer));
  if (typeof url !== "string" || url === "") return null;
  const path = await host.temporaryPath();
  try {
    const { status, body, headers } = await fetchPublic(url);
    if (status !== 200) throw new Error(`answered ${status}`);
    await writeFile(path, body, { mode: 0o600 });
    return { path, mime: headers["content-type"] ?? null, fileName: null };
  } catch (error) {
    await rm(path, { force: true });
    throw new GatewayError("media", `the picture could not be fetched: ${errorText(error)}`);
  }
}
