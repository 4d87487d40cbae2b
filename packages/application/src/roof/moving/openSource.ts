import type { MovingSource } from "@balcao/domain/moving";
import { openForeignDatabase } from "@balcao/database/moving";
import { RepairableError } from "@balcao/platform/errors";
import type { Database } from "@balcao/database/sql";
import { openDirectory } from "../../ground/directory/index.js";
import { companyNumbers } from "../../ground/phoneNumbers/index.js";
import { NO_MAP, type MovingMap } from "./scene.js";
import { openChatExport } from "./sources/chatExport.js";
import { isChatwoot, openChatwoot } from "./sources/chatwoot.js";
import { openChatwootApi } from "./sources/chatwootApi.js";
import { openWhaticket } from "./sources/whaticket.js";

interface SourceOptions {
  /** Of a database: which company or account of several, and the name of its runs. */
  readonly company: string | null;
  readonly name: string | null;
  /** The folder of its files. */
  readonly files: string | null;
  /** Of Chatwoot: whether inboxes of other networks come, too. */
  readonly allInboxes: boolean;
  /** Of an exported chat: its connection, and the contact's number. */
  readonly connection: string | null;
  readonly contact: string | null;
  /** Of Chatwoot by its API: a token of an administrator. */
  readonly token?: string | null;
  readonly now: Date;
}

/** Opens what an address names: a database, an installation of Chatwoot, or the .zip of an exported chat. Throws RepairableError for what is no source. */
export async function openSource({ sql }: Database, address: string, options: SourceOptions): Promise<MovingSource> {
  if (/\.zip$/i.test(address)) {
    const directory = await openDirectory(sql);
    const { read: readNumber } = await companyNumbers({ directory });
    return openChatExport(address, { ...options, readNumber, zone: directory.current().settings.timeZone });
  }
  if (/^https?:\/\//i.test(address)) {
    if (!URL.canParse(address)) throw new RepairableError("This is not an address.");
    const { token = null } = options;
    if (token === null) throw new RepairableError("Chatwoot's API needs --token-file FILE, with the token of an administrator.");
    return openChatwootApi({ ...options, address, token });
  }
  if (!/^postgres(ql)?:\/\//.test(address))
    throw new RepairableError(
      "Name a database, postgres://READER:PASSWORD@HOST/DATABASE, Chatwoot's https://HOST, or the .zip of an exported chat.",
    );
  const db = await openForeignDatabase(address);
  try {
    return await (isChatwoot(db) ? openChatwoot(db, options) : openWhaticket(db, options));
  } catch (error) {
    await db.close();
    throw error;
  }
}

const PARTS = ["connections", "queues", "tags", "people"] as const;

/** Reads a file of names: { "connections": { "their name": "our name or null" }, "queues": …, "tags": …, "people": … }. Throws RepairableError for another file. */
export function toMovingMap(text: string): MovingMap {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new RepairableError("The map is no JSON.");
  }
  const given = Object(read) as Readonly<Record<string, unknown>>;
  const other = Object.keys(given).find((name) => !PARTS.some((part) => part === name));
  if (other !== undefined) throw new RepairableError(`The map has "${other}"; it may have ${PARTS.join(", ")}.`);
  const parts = PARTS.map((part) => {
    const names = Object.entries(Object(given[part] ?? {}) as Readonly<Record<string, unknown>>);
    const wrong = names.find(([, ours]) => ours !== null && typeof ours !== "string");
    if (wrong) throw new RepairableError(`The map's "${part}" names neither a text nor null for "${wrong[0]}".`);
    return [part, Object.fromEntries(part === "people" ? names.map(([theirs, ours]) => [theirs.toLowerCase(), ours]) : names)] as const;
  });
  return { ...NO_MAP, ...Object.fromEntries(parts) };
}
