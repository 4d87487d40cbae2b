import type { BaileysEventMap, BinaryNode, Contact } from "@whiskeysockets/baileys";
import type { GroupCache } from "./groupCache.js";
import type { Journal } from "./journal.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { alternative } from "./payloads.js";
import type { FindPhone } from "./payloads.js";

/** Messages of the past go into the journal in portions, so that none of them waits long. */
const PORTION = 100;
/** `HistorySync.HistorySyncType.ON_DEMAND`: the answer to a question of ours, all others come by themselves. */
const ON_DEMAND = 6;
const SELF: ReadonlySet<string> = new Set(["read-self", "played-self"]);
const OURS: ReadonlySet<string> = new Set(["", "read", "played"]);

interface EventParts {
  readonly journal: Journal;
  readonly groups: GroupCache;
  readonly findPhone: FindPhone;
  readonly isMe: (jid: string) => boolean;
  /** Whose address a call came from, to refuse it there. */
  readonly noteCall: (id: string, from: string) => void;
}

/** Journals what the library told in one batch, in order. */
export async function journalBatch(parts: EventParts, batch: Partial<BaileysEventMap>): Promise<void> {
  const { journal, groups } = parts;
  const history = batch["messaging-history.set"];
  if (history !== undefined) {
    await journal.take(history.contacts.flatMap((contact) => contactPayload(contact)));
    for (let from = 0; from < history.messages.length; from += PORTION) {
      await journal.takeMessages(history.messages.slice(from, from + PORTION), false, Number(history.syncType) === ON_DEMAND);
    }
  }
  const mapping = batch["lid-mapping.update"];
  if (mapping !== undefined) await journal.take([{ type: "contact", jid: mapping.pn, alt: mapping.lid, receivedAt: Date.now() }]);
  const contacts = [...(batch["contacts.upsert"] ?? []), ...(batch["contacts.update"] ?? [])];
  await journal.take(contacts.flatMap((contact) => contactPayload(contact)));
  for (const { id } of [...(batch["groups.upsert"] ?? []), ...(batch["groups.update"] ?? [])]) groups.forget(id);
  groups.forget(batch["group-participants.update"]?.id);
  await journal.take([...(batch["groups.upsert"] ?? []), ...(batch["groups.update"] ?? [])].flatMap(groupPayload));
  const upsert = batch["messages.upsert"];
  if (upsert !== undefined) await journal.takeMessages(upsert.messages, upsert.type === "notify");
  for (const call of batch.call ?? []) {
    parts.noteCall(call.id, call.from);
    const jid = call.callerPn ?? call.from;
    await journal.take([
      {
        type: "call",
        jid,
        alt: call.callerPn === undefined ? await alternative(jid, parts.findPhone) : call.from,
        id: call.id,
        status: call.status,
        video: call.isVideo === true,
        group: call.isGroup === true,
        at: Math.floor(call.date.getTime() / 1000),
        receivedAt: Date.now(),
      },
    ]);
  }
}

/**
 * What a receipt tells of our messages, or of what the owner read on the phone. Read from the stanza itself: the library keeps such news back while it
 * waits for a phone's history, and does not tell the two apart.
 */
export async function receiptPayloads({ attrs, content }: BinaryNode, parts: EventParts): Promise<PlainObject[]> {
  const { from = "", participant, recipient, id = "", t = "" } = attrs;
  const state = attrs["type"] ?? "";
  const inGroup = from.endsWith("@g.us");
  const isOwn = parts.isMe(participant ?? from);
  const jid = isOwn && !inGroup ? (recipient ?? "") : from;
  if (jid === "" || (isOwn ? !SELF.has(state) : !OURS.has(state))) return [];
  const facts = { type: "receipt", jid, alt: await alternative(jid, parts.findPhone), at: Number(t), receivedAt: Date.now() };
  const items = Array.isArray(content) && Array.isArray(content[0]?.content) ? content[0].content : [];
  const ids = [id, ...items.map((item) => item.attrs["id"] ?? "")].filter((each) => each !== "");
  if (isOwn) return [{ ...facts, state: "read-self", ids }];
  return ids.map((each) => ({ ...facts, state, participant: participant ?? "", ids: [each] }));
}

/** Names from the owner's address book and changed pictures; what people call themselves comes with their messages. */
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
