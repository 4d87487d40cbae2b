import path from "node:path";
import type { MovingSource } from "@balcao/domain/moving";
import type { ForeignDatabase } from "@balcao/database/moving";
import { RepairableError } from "@balcao/platform/errors";
import { queriesOf } from "./chatwootQueries.js";
import { READERS } from "./chatwootRows.js";
import { openFolder } from "./folderFiles.js";
import { columnsOf, toSource } from "./foreignSource.js";

interface ChatwootOptions {
  /** Which account of an installation with several. */
  readonly company: string | null;
  /** The name of its runs in the journal; by default that of the database. */
  readonly name: string | null;
  /** The folder of its files, `storage`; null where they stay outside. */
  readonly files: string | null;
  /** Whether conversations of every inbox come, and not only those of WhatsApp. */
  readonly allInboxes: boolean;
  readonly now: Date;
}

const TABLES = ["accounts", "account_users", "users", "inboxes", "contacts", "contact_inboxes", "conversations", "messages", "attachments"];

/** Whether a database has tables as Chatwoot's. */
export const isChatwoot = (db: ForeignDatabase): boolean => TABLES.every((table) => db.columns.has(table));

/** Reads a PostgreSQL database of Chatwoot. Columns and tables that an older or newer one lacks are empty. Throws RepairableError where it is not clear what to read. */
export async function openChatwoot(db: ForeignDatabase, options: ChatwootOptions): Promise<MovingSource> {
  const { name, files, now } = options;
  const columns = columnsOf(db.columns);
  const account = await accountOf(db, options.company);
  const inboxes = await inboxesOf(db, account, options.allInboxes);
  return toSource(db, {
    name: `chatwoot:${name ?? db.name}:${account}`,
    queries: queriesOf(columns, account, inboxes),
    readers: READERS,
    openFile: files === null ? undefined : await openFolder(files, placeOf),
    now,
  });
}

/** Where Rails keeps a file on a disk: in two levels of folders by its key. */
const placeOf = (key: string): string => (/^[a-z0-9]{4,}$/i.test(key) ? path.join(key.slice(0, 2), key.slice(2, 4), key) : key);

async function accountOf(db: ForeignDatabase, wanted: string | null): Promise<string> {
  const accounts = await db.all<{ id: string; name: string | null }>(`SELECT id::text AS id, name FROM accounts ORDER BY accounts.id`);
  const found = wanted === null ? accounts : accounts.filter(({ id }) => id === wanted);
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only.id;
  const list = accounts.map((each) => `${each.id} (${each.name ?? ""})`).join(", ");
  throw new RepairableError(`Name one account of this database by --company: ${list}.`);
}

/** The inboxes whose conversations come: those of WhatsApp, and those of programs whose contacts have numbers. */
async function inboxesOf(db: ForeignDatabase, account: string, all: boolean): Promise<readonly string[]> {
  const twilio = db.columns.get("channel_twilio_sms")?.has("medium") === true;
  const rows = await db.all<{ id: string }>(`SELECT i.id::text AS id FROM inboxes i WHERE i.account_id = ${account} AND (${all}
    OR i.channel_type = 'Channel::Whatsapp'
    OR ${twilio ? "i.channel_type = 'Channel::TwilioSms' AND EXISTS (SELECT FROM channel_twilio_sms s WHERE s.id = i.channel_id AND s.medium = 1)" : "false"}
    OR i.channel_type = 'Channel::Api' AND EXISTS (SELECT FROM contact_inboxes x JOIN contacts c ON c.id = x.contact_id WHERE x.inbox_id = i.id AND c.phone_number <> ''))
    ORDER BY i.id`);
  if (rows.length > 0) return rows.map(({ id }) => id);
  throw new RepairableError(
    "This account has no inbox of WhatsApp: --all-inboxes takes over those of other networks, of contacts with a number.",
  );
}
