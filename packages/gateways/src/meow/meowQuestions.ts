import { digitsOf } from "@balcao/domain/contacts";
import { type MessageRef, type PeerId, peerKey } from "@balcao/domain/messages";
import { GatewayError, HISTORY_PORTION, type GroupFacts, type HistoryAnchor, type SavedContact } from "../port/index.js";
import { flagAt, listAt, objectAt, textAt, toObject } from "../protocol/plainJson.js";
import { toJid, toPeer, toPeerWith } from "../addresses/jid.js";
import type { MeowAccount } from "./meowAccount.js";
import type { MeowClient } from "./meowClient.js";

/**
 * Sends read receipts to the customers for their messages; our own messages in `refs` are left out.
 * Rejects with GatewayError.
 */
export async function markMeowRead(client: MeowClient, account: MeowAccount, refs: readonly MessageRef[]): Promise<void> {
  const byAuthor = new Map<string, MessageRef[]>();
  for (const ref of refs) {
    if (ref.fromMe) continue;
    const key = `${peerKey(ref.chat)} ${peerKey(ref.author)}`;
    byAuthor.set(key, [...(byAuthor.get(key) ?? []), ref]);
  }
  for (const group of byAuthor.values()) {
    const [first] = group;
    const chat = first === undefined ? null : toJid(first.chat);
    const sender = first === undefined ? null : toJid(first.author);
    if (chat === null || sender === null) continue;
    await client.ask(
      account.call("POST", "/chat/markread", { Id: group.map((ref) => ref.externalId), ChatPhone: chat, SenderPhone: sender }),
    );
  }
}

/**
 * Asks the phone for older messages. It answers with a `HistorySync` webhook, as far as it has the
 * messages. Rejects with GatewayError.
 */
export async function askMeowHistory(client: MeowClient, account: MeowAccount, { ref, sentAt }: HistoryAnchor): Promise<void> {
  const jid = toJid(ref.chat);
  if (jid === null) throw new GatewayError("invalid", "the contact has no address on this network");
  const question = new URLSearchParams({
    count: String(HISTORY_PORTION),
    chat_jid: jid,
    oldest_msg_id: ref.externalId,
    oldest_msg_from_me: String(ref.fromMe),
    oldest_msg_timestamp: String(sentAt.getTime()),
  });
  await client.ask(account.call("GET", `/session/history?${question.toString()}`));
}

/** The peers that WhatsApp has for numbers; WuzAPI says of each answer which number it is about. Rejects with GatewayError. */
export async function checkMeowNumbers(
  client: MeowClient,
  account: MeowAccount,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, PeerId | null>> {
  const data = await client.askData(account.call("POST", "/user/check", { Phone: numbers }));
  const answers = new Map(listAt(data, "Users").map((user) => [digitsOf(textAt(toObject(user), "Query")), toObject(user)]));
  return new Map(
    numbers.flatMap((digits) => {
      const user = answers.get(digits) ?? null;
      return user === null ? [] : [[digits, flagAt(user, "IsInWhatsapp") ? toPeer(textAt(user, "JID")) : null] as const];
    }),
  );
}

/**
 * The saved people of the phone. WuzAPI also lists everybody who ever wrote, with the name
 * that they chose; only saved people have a first or full name. Rejects with GatewayError.
 */
export async function listMeowContacts(client: MeowClient, account: MeowAccount): Promise<SavedContact[]> {
  const data = await client.askData(account.call("GET", "/user/contacts"));
  if (data === null) throw new GatewayError("transient", "WuzAPI answered without contacts");
  const own = toPeer(account.memory.jid)?.phone;
  return Object.keys(data).flatMap((jid) => {
    const facts = objectAt(data, jid);
    const peer = toPeer(jid);
    const name = textAt(facts, "FullName") || textAt(facts, "FirstName");
    return peer === null || peer.group !== undefined || name === "" || (own !== undefined && peer.phone === own) ? [] : [{ peer, name }];
  });
}

/** Subject, description and participants of a group. Rejects with GatewayError. */
export async function getMeowGroup(client: MeowClient, account: MeowAccount, group: PeerId): Promise<GroupFacts> {
  const jid = group.group === undefined ? null : toJid(group);
  if (jid === null) throw new GatewayError("invalid", "not a group");
  const data = await client.askData(account.call("GET", `/group/info?groupJID=${encodeURIComponent(jid)}`));
  if (data === null) throw new GatewayError("transient", "WuzAPI answered without the group");
  return {
    subject: textAt(data, "Name"),
    description: textAt(data, "Topic"),
    participants: listAt(data, "Participants")
      .map(toObject)
      .flatMap((item) => {
        const peer = toPeerWith(textAt(item, "JID"), textAt(item, "PhoneNumber") || textAt(item, "LID"));
        return peer === null
          ? []
          : [{ peer, name: textAt(item, "DisplayName") || null, admin: flagAt(item, "IsAdmin") || flagAt(item, "IsSuperAdmin") }];
      }),
  };
}
