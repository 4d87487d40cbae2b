import { once } from "node:events";
import { createReadStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { connectionName, emailOf, PASSWORD, webhookKey } from "./people.mjs";
import { built } from "./place.mjs";

const LINES_AT_ONCE = 2_000;

/** The rows of a .tsv file as other rows, in chunks. */
async function* rowsOf(file, toRows) {
  let chunk = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    chunk.push(...toRows(line.split("\t")));
    if (chunk.length < LINES_AT_ONCE) continue;
    yield `${chunk.map((row) => row.join("\t")).join("\n")}\n`;
    chunk = [];
  }
  if (chunk.length > 0) yield `${chunk.map((row) => row.join("\t")).join("\n")}\n`;
}

/** A COPY … FROM STDIN as a query object of pg's client. */
class CopyIn {
  #text;
  #chunks;
  #settle;
  #error = null;
  finished;

  constructor(text, chunks) {
    this.#text = text;
    this.#chunks = chunks;
    this.finished = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  submit(connection) {
    connection.query(this.#text);
  }

  async handleCopyInResponse(connection) {
    try {
      for await (const chunk of this.#chunks) {
        connection.sendCopyFromChunk(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
      }
      connection.endCopyFrom();
    } catch (error) {
      connection.sendCopyFail(error.message);
    }
  }

  handleError(error) {
    this.#error = error;
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    if (this.#error) this.#settle.reject(this.#error);
    else this.#settle.resolve();
  }
}

/** Sends the chunks (texts or buffers of rows) as one COPY. `text` is the whole statement, which ends in FROM STDIN. */
async function copyIn(client, text, chunks) {
  const copy = new CopyIn(text, chunks);
  client.query(copy);
  await copy.finished;
}

async function loadPeople(client, file, dataDir) {
  const { createPasswordHasher } = await built("packages/platform", "passwords");
  const hasher = createPasswordHasher();
  const passwordHash = await hasher.hash(PASSWORD);
  await hasher.close();
  await client.query(
    `INSERT INTO queue (name, color, custom_order) SELECT 'Fila ' || n, '#' || lpad(to_hex(n * 1500000), 6, '0'), n FROM generate_series(1, 10) n`,
  );
  // An equal beginning and end of the working day means all hours.
  await client.query(
    `INSERT INTO user_account (name, email, password_hash, profile, saturday, sunday, holidays, start_time, end_time, add_contact, edit_contact)
     SELECT 'Pessoa ' || n, email, $2, CASE WHEN n = 1 THEN 'admin' ELSE 'user' END, true, true, true, '', '', true, true
     FROM unnest($1::text[]) WITH ORDINALITY AS u(email, n) ORDER BY n`,
    [Array.from({ length: 20 }, (_, index) => emailOf(index + 1)), passwordHash],
  );
  await copyIn(client, "COPY user_queue (user_id, queue_id) FROM STDIN", createReadStream(file("user_queues.tsv")));

  const [{ loadSecrets }, { createSealer }, { webhookKeyContext }] = await Promise.all([
    built("packages/platform", "secrets"),
    built("packages/platform", "secrets"),
    built("packages/application", "inbox/intake"),
  ]);
  const sealer = createSealer((await loadSecrets(dataDir, {})).sessionEncryptionKey);
  for (const id of [1, 2, 3]) {
    // Connected for lists and webhooks, but not wanted: no worker opens a session or fetches anything.
    await client.query(
      `INSERT INTO connection (name, api, is_default, status, wanted, webhook_key_sealed) VALUES ($1, 'meow', $2, 'CONNECTED', false, $3)`,
      [connectionName(id), id === 1, sealer.seal(webhookKey(id), webhookKeyContext(id))],
    );
  }
}

async function loadContacts(client, file) {
  const { phoneForms } = await built("packages/domain", "contacts");
  await copyIn(
    client,
    "COPY contact (id, name, number, created_at, updated_at) FROM STDIN",
    rowsOf(file("contacts.tsv"), ([id, name, number, createdAt]) => [[id, name, number, createdAt, createdAt]]),
  );
  await copyIn(
    client,
    "COPY contact_address (kind, value, contact_id) FROM STDIN",
    rowsOf(file("contacts.tsv"), ([id, , number]) => phoneForms(number).map((form) => ["phone", form, id])),
  );
  await client.query("INSERT INTO tag (name, color) SELECT 'Etiqueta ' || n, '#236681' FROM generate_series(1, 20) n ORDER BY n");
  await client.query("INSERT INTO contact_tag (contact_id, tag_id) SELECT c.id, t.id FROM contact c JOIN tag t ON t.id = 1 + c.id % 20");
}

async function loadTickets(client, file) {
  await client.query(
    `CREATE TEMP TABLE raw_ticket (id int, status text, last_message text, contact_id int, user_id int, created_at timestamptz, updated_at timestamptz,
       connection_id int, is_group int, unread int, queue_id int, uuid uuid)`,
  );
  await copyIn(client, "COPY raw_ticket FROM STDIN", createReadStream(file("tickets.tsv")));
  await client.query(
    `INSERT INTO ticket (id, status, contact_id, connection_id, queue_id, user_id, last_message, last_message_at, last_activity, unread, created_at, accepted_at, closed_at)
     SELECT id, status, contact_id, connection_id, queue_id, user_id, last_message, updated_at, updated_at, unread, created_at,
       CASE WHEN status <> 'pending' THEN created_at END, CASE WHEN status = 'closed' THEN updated_at END
     FROM raw_ticket ORDER BY id`,
  );
}

/** Drops the table's indexes, runs `work` and creates them again, because loading two million rows is faster without. */
async function withoutIndexes(client, table, work) {
  const { rows } = await client.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

/** Messages get the ids 1 to 2,000,000 in the order of the file, and each image and voice note a file of its own. */
async function loadMessages(client, file) {
  await client.query(
    `CREATE UNLOGGED TABLE raw_message (external_id text, body text, ack int, read int, type text, media text, ticket_id int, at timestamptz, from_me int,
       is_deleted int, contact_id int, quoted text, queue_id int, id bigserial)`,
  );
  const columns = "external_id, body, ack, read, type, media, ticket_id, at, from_me, is_deleted, contact_id, quoted, queue_id";
  await copyIn(client, `COPY raw_message (${columns}) FROM STDIN`, createReadStream(file("messages.tsv")));
  await client.query(
    `INSERT INTO file (id, path, sha256, size, mime, extension, original_name, inline_allowed, width, height, seconds, owner_kind, owner_id)
     SELECT md5(media)::uuid, 'bench/' || media, md5(media) || md5(media), 10000 + id % 90000, CASE type WHEN 'image' THEN 'image/jpeg' ELSE 'audio/ogg' END,
       right(media, 3), media, true, CASE type WHEN 'image' THEN 800 END, CASE type WHEN 'image' THEN 600 END, CASE type WHEN 'audio' THEN 12 END, 'message', id
     FROM raw_message WHERE media IS NOT NULL`,
  );
  // Foreign keys are not checked per row, because the generated references are right.
  await client.query("SET session_replication_role = replica");
  await withoutIndexes(client, "message", () =>
    client.query(
      `INSERT INTO message (id, ticket_id, connection_id, chat, author, from_me, external_id, contact_id, user_id, queue_id, type, body, ack, quoted_id, file_id, media_state, media, sent_at, created_at)
       SELECT m.id, m.ticket_id, t.connection_id, 'phone:' || c.number, CASE m.from_me WHEN 1 THEN 'me' ELSE 'phone:' || c.number END, m.from_me = 1, m.external_id, m.contact_id,
         CASE m.from_me WHEN 1 THEN t.user_id END, m.queue_id, m.type, m.body, m.ack, q.id, md5(m.media)::uuid,
         CASE WHEN m.media IS NOT NULL THEN 'ready' END, CASE WHEN m.media IS NOT NULL THEN jsonb_build_object('voice', m.type = 'audio') END, m.at, m.at
       FROM raw_message m JOIN ticket t ON t.id = m.ticket_id JOIN contact c ON c.id = t.contact_id LEFT JOIN raw_message q ON q.external_id = m.quoted ORDER BY m.id`,
    ),
  );
  await client.query("SET session_replication_role = origin");
  await client.query(
    `UPDATE ticket SET read_message_id = seen.id FROM (SELECT ticket_id, max(id) AS id FROM raw_message WHERE read = 1 GROUP BY 1) AS seen WHERE ticket.id = seen.ticket_id`,
  );
  await client.query("DROP TABLE raw_message");
}

async function tidy(client) {
  const { foldTicketCells } = await built("packages/database", "tickets");
  await foldTicketCells({ run: async ({ text }) => (await client.query(text)).rows });
  for (const table of ["queue", "user_account", "connection", "contact", "ticket", "message"]) {
    await client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM ${table}))`, [table]);
  }
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
}

/** Loads the data set of a folder into a migrated, empty database, as the product itself would have written it. */
export async function loadDataset(client, folder, dataDir) {
  const file = (name) => path.join(folder, name);
  const step = async (what, work) => {
    const startedAt = performance.now();
    await work();
    console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  };
  await step("People, queues and connections", () => loadPeople(client, file, dataDir));
  await step("Contacts", () => loadContacts(client, file));
  await step("Tickets", () => loadTickets(client, file));
  await step("Messages", () => loadMessages(client, file));
  await step("Counts and statistics", () => tidy(client));
}
