import type { BaileysEventMap, BinaryNode, Contact } from "@whiskeysockets/baileys";
import type { GroupCache } from "./groupCache.js";
import type { Journal } from "./journal.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { alternative, type FindPhone } from "./payloads.js";

/** History is journalled in batches of this size, so that a live message does not wait long. */
const PORTION = 100;
/**
 * `HistorySync.HistorySyncType.ON_DEMAND`: the answer to our own request; all other history arrives
 * unasked.
 */
const ON_DEMAND = 6;
const SELF: ReadonlySet<string> = new Set(["read-self", "played-self"]);
const OURS: ReadonlySet<string> = new Set(["", "read", "played"]);

interface EventParts {
  readonly journal: Journal;
  readonly groups: GroupCache;
  readonly findPhone: FindPhone;
  readonly isMe: (jid: string) => boolean;
  /** Stores the address that a call came from, so that it can be rejected there. */
  readonly noteCall: (id: string, from: string) => void;
}

/** Journals the library's events of one batch, in order. */
export async function journalBatch(parts: EventParts, batch: Partial<BaileysEventMap>): Promise<void> {
  const { journal } = parts;
  await journalHistory(journal, batch["messaging-history.set"]);
  const mapping = batch["lid-mapping.update"];
  if (mapping !== undefined) await journal.take([{ type: "contact", jid: mapping.pn, alt: mapping.lid, receivedAt: Date.now() }]);
  const contacts = [...(batch["contacts.upsert"] ?? []), ...(batch["contacts.update"] ?? [])];
  await journal.take(contacts.flatMap((contact) => contactPayload(contact)));
  await journalGroups(parts, batch);
  const upsert = batch["messages.upsert"];
  if (upsert !== undefined) await journal.takeMessages(upsert.messages, upsert.type === "notify");
  for (const call of batch.call ?? []) await journalCall(parts, call);
}

async function journalHistory(journal: Journal, history: BaileysEventMap["messaging-history.set"] | undefined): Promise<void> {
  if (history === undefined) return;
  await journal.take(history.contacts.flatMap((contact) => contactPayload(contact)));
  for (let from = 0; from < history.messages.length; from += PORTION) {
    await journal.takeMessages(history.messages.slice(from, from + PORTION), false, Number(history.syncType) === ON_DEMAND);
  }
}

async function journalGroups({ journal, groups }: EventParts, batch: Partial<BaileysEventMap>): Promise<void> {
  const changed = [...(batch["groups.upsert"] ?? []), ...(batch["groups.update"] ?? [])];
  for (const { id } of changed) groups.forget(id);
  groups.forget(batch["group-participants.update"]?.id);
  await journal.take(changed.flatMap(groupPayload));
}

async function journalCall({ journal, findPhone, noteCall }: EventParts, call: BaileysEventMap["call"][number]): Promise<void> {
  noteCall(call.id, call.from);
  const jid = call.callerPn ?? call.from;
  await journal.take([
    {
      type: "call",
      jid,
      alt: call.callerPn === undefined ? await alternative(jid, findPhone) : call.from,
      id: call.id,
      status: call.status,
      video: call.isVideo === true,
      group: call.isGroup === true,
      at: Math.floor(call.date.getTime() / 1000),
      receivedAt: Date.now(),
    },
  ]);
}

/**
 * The payloads of a receipt: acks of our messages, or what the owner read on the phone. They are
 * read from the stanza, because the library delays its own receipt events during a history sync and
 * does not distinguish the two.
 */
export async function receiptPayloads(stanza: BinaryNode, parts: EventParts): Promise<PlainObject[]> {
  const { attrs } = stanza;
  const { from = "", participant, recipient, t = "" } = attrs;
  const state = attrs["type"] ?? "";
  const inGroup = from.endsWith("@g.us");
  const isOwn = parts.isMe(participant ?? from);
  const jid = isOwn && !inGroup ? (recipient ?? "") : from;
  if (jid === "" || (isOwn ? !SELF.has(state) : !OURS.has(state))) return [];
  const facts = { type: "receipt", jid, alt: await alternative(jid, parts.findPhone), at: Number(t), receivedAt: Date.now() };
  const ids = idsOf(stanza);
  if (isOwn) return [{ ...facts, state: "read-self", ids }];
  return ids.map((each) => ({ ...facts, state, participant: participant ?? "", ids: [each] }));
}

/** The ids of the messages that a receipt is about. */
function idsOf({ attrs, content }: BinaryNode): string[] {
  const items = Array.isArray(content) && Array.isArray(content[0]?.content) ? content[0].content : [];
  return [attrs, ...items.map((item) => item.attrs)].flatMap(({ id = "" }) => (id === "" ? [] : [id]));
}

/** Names from the owner's address book and changed pictures; push names arrive with messages. */
function contactPayload(contact: Partial<Contact>): PlainObject[] {
  const { id, lid, phoneNumber, name, verifiedName, imgUrl } = contact;
  const given = name ?? verifiedName ?? "";
  const picture = imgUrl === "changed" || imgUrl === "removed";
  if (id === undefined || (given === "" && !picture)) return [];
  return [{ type: "contact", jid: id, alt: phoneNumber ?? lid ?? "", name: given, picture, receivedAt: Date.now() }];
}

function groupPayload({ id, subject }: { id?: string; subject?: string }): PlainObject[] {
  return id === undefined || subject === undefined ? [] : [{ type: "group", jid: id, subject, receivedAt: Date.now() }];
}
