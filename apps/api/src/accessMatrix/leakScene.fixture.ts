import { hookBodyContext } from "@balcao/application/roof/hooks";
import { API_POOLS } from "../poolSizes.js";
import { answerGatewayCalls, SCENE_ENV } from "../callScene.fixture.js";
import { PASSWORD, type ApiStage } from "../apiStage.fixture.js";
import {
  ADMINISTRATORS,
  type Filling,
  OF_ACCOUNT,
  OF_CHAT,
  OF_CHATTERS,
  OF_SUPPORT,
  OF_THE_HOUSE,
  OF_TICKET,
  OF_VIEW,
  SESSION,
  VIEWERS,
} from "./leakFillings.fixture.js";
import { openMatrixScene, OPENS, type Caller, type MatrixScene } from "./matrixScene.fixture.js";

/** A text that occurs nowhere else, and by the decisions the names of those who may read it. */
export interface Canary {
  readonly text: string;
  /** The field that holds it, and whose it is. */
  readonly field: string;
  readonly readers: readonly string[];
}

/** Values of a path's parameters, by name: the rows of everybody. */
export type ParamValues = Readonly<Record<string, readonly (number | string)[]>>;

export interface LeakScene {
  readonly scene: MatrixScene;
  readonly canaries: readonly Canary[];
  readonly params: ParamValues;
  close(): Promise<void>;
}

/** In the text of every canary, so that searches find them. */
export const SEARCHED = "canario";
const PUSH_KEYS = { p256dh: `B${"p".repeat(86)}`, auth: "a".repeat(22) };
const META_TOKEN = "EAAG-canario-not-a-real-token";

/** Columns that hold a secret, sealed, hashed or plain. */
const SECRET_COLUMN = "(password|token|secret|_sealed$|^sealed$|p256dh|endpoint|auth_|refresh|previous_hash|^session_id$)";
/** Columns with such a name that hold none. */
const NO_SECRETS = ["audit_seal.previous_hash", "audit_entry.session_id", "chatbot_session.session_id", "session_presence.session_id"];

/** The matrix scene with a canary in every field that not everybody reads, and with every secret as one. */
export async function openLeakScene(): Promise<LeakScene> {
  const scene = await openMatrixScene({ env: SCENE_ENV, pools: API_POOLS });
  const { stage, callers } = scene;
  const stopAnswering = answerGatewayCalls(stage);
  const ask = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> => stage.test.database.sql.ask<T>(sql, values);
  const canaries: Canary[] = [];
  const fill = async ({ field, sql }: Filling, whose: string, readers: readonly string[], id?: number): Promise<void> => {
    const text = `${SEARCHED}${String(canaries.length).padStart(4, "0")}z`;
    await ask(sql, id === undefined ? [text] : [text, id]);
    canaries.push({ text, field: `${field} (${whose})`, readers });
  };
  const owner = nameOfCaller(callers);

  await openDoors(stage, callers);
  for (const { name, ids } of scene.tickets.filter(({ facts }) => facts))
    for (const filling of OF_TICKET) await fill(filling, name, readersOfTicket(name), ids["ticketId"]);
  const earlier = await insertEarlierTicket(stage, scene, { of: "own", in: "other queue's" });
  for (const filling of OF_TICKET)
    await fill(filling, "an earlier one in another queue", ["user of another queue", ...ADMINISTRATORS], earlier);
  // An invitation opens one ticket, and nothing else of its contact (D-550).
  const ofGuests = await insertEarlierTicket(stage, scene, { of: "colleague's with a guest", in: "colleague's" });
  for (const filling of OF_TICKET) await fill(filling, "an earlier one of a guest's contact", ["gerente", ...ADMINISTRATORS], ofGuests);
  const ofSupport = "message.body while another queue had the ticket";
  for (const { name, ids } of scene.tickets.filter(({ name, facts }) => facts && name !== "other queue's")) {
    const readers = [...ADMINISTRATORS, ...readersOfTicket(name).filter((reader) => reader === "user of another queue")];
    await fill({ field: ofSupport, sql: OF_SUPPORT }, name, readers, ids["ticketId"]);
  }
  for (const { name, ids } of scene.chats.filter(({ facts }) => facts))
    for (const filling of OF_CHAT) await fill(filling, name, OF_CHATTERS[name] ?? [], ids["chatId"]);
  for (const { id } of await ask<{ id: number }>("SELECT id FROM user_account ORDER BY id")) {
    const readers = id === 1 ? ["super"] : [owner(id), ...ADMINISTRATORS];
    for (const filling of OF_ACCOUNT) await fill(filling, `account ${id}`, readers, id);
    // The sessions of somebody who is signed out are shown to nobody.
    const live = await ask("SELECT 1 FROM auth_session WHERE user_id = $1 AND revoked_at IS NULL", [id]);
    await fill(SESSION, `account ${id}`, live.length > 0 ? readers : [], id);
  }
  await fill({ field: "user_account.name", sql: "UPDATE user_account SET name = $1 WHERE id = 1" }, "user 1", ["super"]);
  for (const { name, ids } of scene.jobs.filter(({ facts }) => facts)) {
    const result = { field: "job.result", sql: "UPDATE job SET result = jsonb_build_object('x', $1::text) WHERE id = $2" };
    await fill(result, name, [name === "own" ? "user" : "user of another queue"], ids["endedJobId"]);
  }
  for (const { name, ids } of scene.views.filter(({ facts }) => facts)) await fill(OF_VIEW, name, VIEWERS[name] ?? [], ids["viewId"]);
  for (const filling of OF_THE_HOUSE) await fill(filling, "the house", filling.readers);
  await stage.auth.services.directory.refresh();
  canaries.push(...(await readSecrets(stage, callers)));
  const close = async (): Promise<void> => {
    await stopAnswering();
    await stage.close();
  };
  return { scene, canaries, params: await readParams(ask), close };
}

const readersOfTicket = (name: string): readonly string[] => Object.keys(OPENS).filter((caller) => OPENS[caller]?.includes(name));

const nameOfCaller =
  (callers: readonly Caller[]) =>
  (id: number): string =>
    callers.find(({ actor }) => actor?.id === id)?.name ?? "";

/** What holds secrets and lists of people: connections, a push subscription, redirects to people, a mass send, a schedule. */
async function openDoors(stage: ApiStage, callers: readonly Caller[]): Promise<void> {
  const tokenOf = (name: string): string | undefined => callers.find((caller) => caller.name === name)?.token;
  const ok = async (path: string, token: string | undefined, body: unknown): Promise<void> => {
    const answer = await stage.call("POST", `/api${path}`, { token, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const root = tokenOf("super");
  await ok("/whatsapp", root, { name: "Loja", api: "meow" });
  const meta = { phoneNumberId: "106540352242922", wabaId: "102290129340398", tokenMeta: META_TOKEN };
  await ok("/whatsapp", root, { name: "Meta", api: "cloud_api", metaIntegration: true, ...meta });
  await stage.test.database.sql.ask(
    `WITH c AS (UPDATE connection SET history_by_queue = true WHERE name = 'Loja' RETURNING id) UPDATE ticket SET connection_id = c.id FROM c`,
  );
  await ok("/hooks", root, { name: "Loja virtual", address: "https://8.8.8.8/", events: ["message.created"] });
  await ok("/hooks/1/key", root, {});
  await ok("/hooks/1/pause", root, {});
  const { sealer } = stage.auth.services;
  await stage.test.database.sql.ask(
    `INSERT INTO hook_delivery (hook_id, event, lane, topic, payload, at, first_at, due_at, state, body_sealed)
     VALUES (1, 'message.created', 't1', 'ticket', '{}', now(), now(), now(), 'dead', $1)`,
    [sealer.seal("{}", hookBodyContext(1))],
  );
  await ok("/tag", root, { name: "Cliente antigo", color: "#1e7a3e" });
  await ok("/quickAnswers", root, { shortcut: "horario", message: "Abrimos às oito." });
  await ok("/pergunta", root, { pergunta: "Qual o horário?", resposta: "Das 8 às 18." });
  for (const name of ["user", "super"]) {
    const userId = callers.find((caller) => caller.name === name)?.actor?.id;
    const endpoint = `https://push.example.com/canario-${name}-endpoint`;
    await ok("/push/register", tokenOf(name), { userId, subscription: { endpoint, keys: PUSH_KEYS } });
  }
  const sql = stage.test.database.sql;
  await sql.ask("UPDATE user_account SET add_contact = true, edit_contact = true, del_contact = true");
  for (const table of [
    "contact_redirect (contact_id, queue_id, user_id) SELECT c.id, q.id, u.id",
    "contact_redirect_user (contact_id, place, user_id) SELECT c.id, u.id, u.id",
  ])
    await sql.ask(
      `INSERT INTO ${table} FROM (SELECT id, row_number() OVER (ORDER BY id) n FROM contact) c, (SELECT id FROM queue LIMIT 1) q, user_account u
       WHERE u.id = 1 + (c.n - 1) % (SELECT count(*) FROM user_account)`,
    );
  await sql.ask(
    `INSERT INTO contact_merge (kept_id, at, gone, addresses, ticket_ids, folded, author_message_ids, user_id)
     SELECT id, '2020-01-01', to_jsonb(c), '[]', '{}', '[]', '{}', 1 FROM contact c`,
  );
  await sql.ask(
    `WITH r AS (INSERT INTO send_run (message, all_contacts, state) VALUES ('Promoção', true, 'done') RETURNING id)
     INSERT INTO send_recipient (run_id, contact_id, name, state) SELECT r.id, c.id, c.name, 'sent' FROM r, contact c`,
  );
  await sql.ask(
    "INSERT INTO connection_gap (connection_id, from_at, until_at, resolved_at, resolved_by) SELECT id, now() - interval '1 hour', now(), now(), 1 FROM connection",
  );
  await sql.ask("INSERT INTO schedule (message, recurrence, send_at, all_contacts) VALUES ('Oi', 'once', '2199-01-01', true)");
  const counts = ["tickets", "messages", "groupMessages", "files", "events", "auditTexts", "ratings", "recipients", "schedules"];
  const deleted = { ...Object.fromEntries(counts.map((name) => [name, 1])), protocols: ["20261129-9"] };
  const remains = { lastBackupAt: null, backupsUntil: null, sessionKeys: 0, auditDigest: "" };
  await sql.ask("INSERT INTO erasure (contact_id, user_id, at, deleted, remains) VALUES (99999, 1, now(), $1, $2)", [deleted, remains]);
}

/** A closed ticket of one ticket's contact, where another ticket is and of the same person. */
async function insertEarlierTicket(stage: ApiStage, { tickets }: MatrixScene, names: Record<"of" | "in", string>): Promise<number> {
  const contactId = tickets.find(({ name }) => name === names.of)?.ids["contactId"];
  const place = tickets.find(({ name }) => name === names.in)?.facts;
  const [row] = await stage.test.database.sql.ask<{ id: number }>(
    `WITH t AS (INSERT INTO ticket (status, contact_id, queue_id, user_id, closed_at) VALUES ('closed', $1, $2, $3, now()) RETURNING id)
     INSERT INTO protocol (number, ticket_id, message, created_at) SELECT 'earlier ' || id, id, '', now() FROM t RETURNING ticket_id AS id`,
    [contactId, place?.queueId, place?.userId],
  );
  return row?.id ?? 0;
}

/** Every secret of the installation and of its rows; a column that looks like one is read by itself. */
async function readSecrets(stage: ApiStage, callers: readonly Caller[]): Promise<Canary[]> {
  const { sql } = stage.test.database;
  const columns = await sql.ask<{ at: string; type: string; table: string; column: string }>(
    `SELECT table_name || '.' || column_name AS at, data_type AS type, table_name AS table, column_name AS column
     FROM information_schema.columns WHERE table_schema = 'public' AND column_name ~ $1 AND table_name || '.' || column_name <> ALL ($2)
       AND data_type IN ('text', 'bytea', 'uuid', 'jsonb') AND table_name !~ '_(default|until_[0-9_]+)$'`,
    [SECRET_COLUMN, NO_SECRETS],
  );
  const found = await Promise.all(
    columns.map(async ({ at, type, table, column }): Promise<Canary[]> => {
      const forms = type === "bytea" ? ["hex", "base64"].map((form) => `encode(${column}, '${form}')`) : [`${column}::text`];
      const rows = await sql.ask<{ text: string }>(
        forms.map((form) => `SELECT ${form} AS text FROM ${table} WHERE length(${form}) >= 12`).join(" UNION "),
      );
      return rows.map(({ text }) => ({ text, field: at, readers: [] }));
    }),
  );
  const { transportSecret: _ofEveryBrowser, ...own } = stage.auth.secrets;
  const plain = { ...own, ...SCENE_ENV, PASSWORD, META_TOKEN, push: PUSH_KEYS.auth, endpoint: "canario-user-endpoint" };
  const { MEOW_URL: _address, ...secrets } = plain;
  return [
    ...found.flat().filter(({ field }) => field !== "push_subscription.session_id"),
    ...Object.entries(secrets).map(([field, text]): Canary => ({ text, field, readers: [] })),
    ...callers.flatMap(({ name, token }): Canary[] =>
      token === undefined ? [] : [{ text: token, field: `token (${name})`, readers: [] }],
    ),
  ];
}

async function readParams(ask: <T>(sql: string) => Promise<T[]>): Promise<ParamValues> {
  const ids = async (sql: string): Promise<number[]> => (await ask<{ id: number }>(sql)).map(({ id }) => id);
  const of = (table: string): Promise<number[]> => ids(`SELECT id::int AS id FROM ${table} ORDER BY id`);
  return {
    ticketId: await of("ticket"),
    contactId: await of("contact"),
    otherId: await ids("SELECT id FROM contact ORDER BY id DESC LIMIT 1"),
    userId: await of("user_account"),
    queueId: await of("queue"),
    whatsappId: await of("connection"),
    messageId: await ids("SELECT id::int AS id FROM message UNION SELECT id::int FROM chat_message"),
    chatId: await of("chat"),
    protocolId: await of("protocol"),
    massSendId: await of("send_run"),
    scheduleId: await of("schedule"),
    tagId: await of("tag"),
    viewId: await of("saved_view"),
    quickAnswerId: await of("quick_answer"),
    questionId: await of("question"),
    erasureId: await of("erasure"),
    testId: await of("push_delivery"),
    hookId: await of("hook"),
    deliveryId: await of("hook_delivery"),
  };
}
