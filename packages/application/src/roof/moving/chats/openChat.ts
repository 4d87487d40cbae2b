import { rename } from "node:fs/promises";
import type { MovedRows, MovingKind, MovingSource } from "@balcao/domain/moving";
import { countPresentMessages, findMovingSource, listItems, listPresentContacts, type MovingItem } from "@balcao/database/moving";
import type { Database, Sql } from "@balcao/database/sql";
import { openSource } from "../openSource.js";
import type { ReadChat } from "./readChat.js";

/** What names a database and its files. */
const OF_A_CHAT = { company: null, name: null, files: null, allInboxes: false };

interface ChatPlace {
  /** The name of the connection that gets the conversation. */
  readonly connection: string;
  readonly now: Date;
}

/**
 * Opens a chat of which all is known, as the command does, so that both name it alike in the journal. The reader takes the customer from
 * the file's name; the person may have said another. `close` gives the file its name back.
 */
export async function openChat(
  database: Database,
  { path, view, authors }: ReadChat,
  { connection, now }: ChatPlace,
): Promise<MovingSource> {
  const place = `${path} WhatsApp Chat - chat.zip`;
  await rename(path, place);
  const giveBack = () => rename(place, path);
  try {
    const contact = `+${view.number ?? ""}`;
    const source = await openSource(database, place, { ...OF_A_CHAT, connection, contact, now });
    const ours = new Set<string>();
    let at = 0;
    for await (const { rows } of source.read("messages", null))
      for (const { sourceKey } of rows) if (authors[at++] === view.us) ours.add(sourceKey);
    if (at !== authors.length) throw new Error("the messages of a chat are not those that were counted");
    const close = async (): Promise<void> => {
      await source.close();
      await giveBack();
    };
    return { ...asSaid(source, view.name, ours), close };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/** The same conversation with the customer's name, and the messages of the company, as the person has said. */
function asSaid(source: MovingSource, name: string, ours: ReadonlySet<string>): MovingSource {
  const change = (row: MovedRows[MovingKind]): MovedRows[MovingKind] => {
    if ("fromMe" in row) return { ...row, fromMe: ours.has(row.sourceKey) };
    return "lids" in row ? { ...row, name: name || row.name } : row;
  };
  return {
    ...source,
    // It begins anew each time: the place of a run that was cut may be one of another export of the same chat.
    async *read<K extends MovingKind>(kind: K) {
      // `change` gives back a row of the kind that it gets.
      for await (const { rows, place } of source.read(kind, null)) yield { rows: rows.map(change) as MovedRows[K][], place };
    },
  };
}

/** The source with a look at each batch of messages before it is written; what the look throws ends the run. */
export const watched = (source: MovingSource, look: (messages: number) => Promise<void>): MovingSource => ({
  ...source,
  async *read<K extends MovingKind>(kind: K, after: string | null) {
    for await (const batch of source.read(kind, after)) {
      if (kind === "messages") await look(batch.rows.length);
      yield batch;
    }
  },
});

async function keysOf(source: MovingSource, kind: MovingKind): Promise<string[]> {
  const keys: string[] = [];
  for await (const { rows } of source.read(kind, null)) keys.push(...rows.map(({ sourceKey }) => sourceKey));
  return keys;
}

/** So many keys are asked for at once. */
const ASKED = 2_000;

/** What the journal has of a chat by imports before, in parts; rows that were left out have no id above 0. */
async function* listHere(sql: Sql, source: MovingSource, kind: "contacts" | "messages" | "files"): AsyncGenerator<readonly MovingItem[]> {
  const sourceId = await findMovingSource(sql, source.name);
  if (sourceId === null) return;
  const keys = await keysOf(source, kind);
  for (let at = 0; at < keys.length; at += ASKED) yield [...(await listItems(sql, sourceId, kind, keys.slice(at, at + ASKED))).values()];
}

const present = (items: readonly MovingItem[]): number[] => items.map(({ id }) => id).filter((id) => id > 0);

/** What became of the messages of a chat that imports have written: those that are here, were deleted here since, or were left out. */
export interface ChatCount {
  readonly here: number;
  readonly gone: number;
  readonly leftOut: number;
  /** Of how many files the export has messages, and how many of them are here. */
  readonly files: number;
  readonly filesHere: number;
}

export async function countChat(sql: Sql, source: MovingSource): Promise<ChatCount> {
  let [all, made, here, filesHere] = [0, 0, 0, 0];
  for await (const items of listHere(sql, source, "messages")) {
    const ids = present(items);
    [all, made, here] = [all + items.length, made + ids.length, here + (await countPresentMessages(sql, ids))];
  }
  const files = await keysOf(source, "files");
  for await (const items of listHere(sql, source, "files")) filesHere += present(items).length;
  return { here, gone: made - here, leftOut: all - made, files: files.length, filesHere };
}

/** The contact that a chat belongs to, or the one that it was merged into; null while there is none. */
export async function findContact(sql: Sql, source: MovingSource): Promise<number | null> {
  for await (const items of listHere(sql, source, "contacts")) {
    const [id = 0] = present(items);
    return (await listPresentContacts(sql, [id])).get(id) ?? null;
  }
  return null;
}
