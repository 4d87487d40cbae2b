import { canonicalPhone, digitsOf, isContactNumber, networkName, phoneForms } from "@balcao/domain/contacts";
import { cleanText, type MovedContact, type MovedTagLink } from "@balcao/domain/moving";
import {
  findByAddresses,
  findByNumbers,
  insertMovedAddresses,
  insertMovedContacts,
  listItems,
  listPresentContacts,
  tagContacts,
  type NewItem,
} from "@balcao/database/moving";
import type { Sql } from "@balcao/database/sql";
import type { NumberReader } from "../../ground/phoneNumbers/index.js";
import { leave, put, type Scene, type Writer } from "./scene.js";

/** What a contact is found by. */
interface Identity {
  readonly row: MovedContact;
  readonly number: string | null;
  readonly lids: readonly string[];
  readonly group: string | null;
}

/** The number of a contact as it is stored: what the one reader reads, or digits of the network that no plan has. */
export function numberOf({ number }: Pick<MovedContact, "number">, read: NumberReader): string | null {
  if (number === null || number.trim() === "") return null;
  const reading = read(number);
  if (reading.ok) return reading.digits;
  const digits = digitsOf(number);
  return digits.length >= 10 && digits.length <= 15 && isContactNumber(digits) ? canonicalPhone(digits) : null;
}

/** Why a contact cannot come, or what it is found by. */
export function judgeContact(row: MovedContact, read: NumberReader): Identity | string {
  if (row.isForeign) return "otherNetwork";
  if (row.group !== null) return { row, number: null, lids: [], group: row.group };
  const number = numberOf(row, read);
  if (number === null && row.lids.length === 0) return "noNumber";
  return { row, number, lids: row.lids, group: null };
}

/** The other form of the same phone, or the same again. */
const otherForm = (number: string): string => phoneForms(number).find((form) => form !== number) ?? number;

/** The contacts that are here, by the addresses of these. */
async function findHere({ connections }: Scene, tx: Sql, rows: readonly Identity[]): Promise<(one: Identity) => number | undefined> {
  const ids = [...new Set([...connections.values()].filter((id) => id !== null))];
  const numbers = rows.flatMap(({ number }) => number ?? []);
  const [byNumber, byGroup, byLid] = await Promise.all([
    findByNumbers(tx, numbers, numbers.map(otherForm)),
    findByAddresses(
      tx,
      "group",
      ids,
      rows.flatMap(({ group }) => group ?? []),
    ),
    findByAddresses(
      tx,
      "lid",
      ids,
      rows.flatMap(({ lids }) => lids),
    ),
  ]);
  return ({ number, group, lids }) =>
    (number === null ? undefined : byNumber.get(number)) ??
    (group === null ? undefined : byGroup.get(group)) ??
    lids.map((lid) => byLid.get(lid)).find((id) => id !== undefined);
}

const keyOf = ({ number, group, lids }: Identity): string =>
  number === null ? (group === null ? `lid:${lids[0] ?? ""}` : `group:${group}`) : number;

/** Contacts by the one rule of identity: a number in any form, a group or a LID that is here already is the same contact. */
export const writeContacts: Writer<MovedContact> = async (scene, tx, fresh) => {
  const judged = fresh.map((row) => judgeContact(row, scene.readNumber));
  const out = judged.flatMap((each, at) => (typeof each === "string" ? [leave(fresh[at]?.sourceKey ?? "", each)] : []));
  const rows = judged.filter((each) => typeof each !== "string");
  const here = await findHere(scene, tx, rows);
  // Two of theirs with one number are one contact of ours.
  const firsts = new Map<string, Identity>();
  for (const row of rows) if (here(row) === undefined && !firsts.has(keyOf(row))) firsts.set(keyOf(row), row);
  const made = await insertNew(scene, tx, [...firsts.values()]);
  const lookAgain = rows.filter((row) => here(row) === undefined && !made.has(keyOf(row)));
  const later = lookAgain.length > 0 ? await findHere(scene, tx, lookAgain) : () => undefined;
  const items = rows.map((row): NewItem => {
    const id = here(row) ?? made.get(keyOf(row)) ?? later(row);
    if (id === undefined) return leave(row.row.sourceKey, "noNumber");
    return put(row.row.sourceKey, id, firsts.get(keyOf(row)) === row && made.has(keyOf(row)));
  });
  return { items: [...out, ...items] };
};

/** Inserts contacts with their addresses; returns their ids by `keyOf`. */
async function insertNew({ connections, now }: Scene, tx: Sql, rows: readonly Identity[]): Promise<Map<string, number>> {
  const ids = await insertMovedContacts(
    tx,
    rows.map(({ row, number, group, lids }) => ({
      name: networkName(cleanText(row.name).trim()) || (number ?? group ?? lids[0] ?? ""),
      number,
      email: cleanText(row.email).slice(0, 200),
      isGroup: group !== null,
      createdAt: row.createdAt ?? now,
    })),
  );
  const ours = [...new Set([...connections.values()].filter((id) => id !== null))];
  const made = new Map<string, number>();
  const addresses: { connectionId: number; kind: string; value: string; contactId: number }[] = [];
  rows.forEach((row, at) => {
    const contactId = ids[at];
    if (contactId === undefined) return;
    made.set(keyOf(row), contactId);
    if (row.number !== null) addresses.push({ connectionId: 0, kind: "phone", value: row.number, contactId });
    for (const connectionId of ours) {
      if (row.group !== null) addresses.push({ connectionId, kind: "group", value: row.group, contactId });
      for (const value of row.lids) addresses.push({ connectionId, kind: "lid", value, contactId });
    }
  });
  await insertMovedAddresses(tx, addresses);
  return made;
}

/** Our contacts by their keys; those that were merged since are what was kept, and those that were deleted are left out. */
export async function contactsByKey({ run }: Scene, tx: Sql, keys: readonly (string | null)[]): Promise<ReadonlyMap<string, number>> {
  const items = await listItems(tx, run.sourceId, "contacts", [...new Set(keys.filter((key) => key !== null))]);
  const ids = [...items.values()].map(({ id }) => id).filter((id) => id > 0);
  const present = await listPresentContacts(tx, ids);
  return new Map([...items.values()].flatMap(({ key, id }) => (present.has(id) ? [[key, present.get(id) ?? id] as const] : [])));
}

export const writeTagLinks: Writer<MovedTagLink> = async (scene, tx, fresh) => {
  const [tags, contacts] = [
    await scene.ours(tx, "tags"),
    await contactsByKey(
      scene,
      tx,
      fresh.map(({ contactKey }) => contactKey),
    ),
  ];
  const items = fresh.map(({ sourceKey, contactKey, tagKey }) => {
    const [contact, tag] = [contacts.get(contactKey ?? ""), tags.get(tagKey)];
    if (contact === undefined) return { item: leave(sourceKey, "noContact") };
    return tag === undefined ? { item: leave(sourceKey, "noTag") } : { item: put(sourceKey, contact, true, String(tag)), contact, tag };
  });
  const linked = items.filter((each) => "tag" in each);
  await tagContacts(
    tx,
    linked.map(({ contact }) => contact ?? 0),
    linked.map(({ tag }) => tag ?? 0),
  );
  return { items: items.map(({ item }) => item) };
};
