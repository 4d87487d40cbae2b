import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Json = Record<string, unknown>;
/** Asks the tables of Chatwoot. */
type Ask = (text: string, values?: readonly unknown[]) => Promise<Json[]>;

const STATES = ["open", "resolved", "pending", "snoozed"];
const TICKS = ["sent", "delivered", "read", "failed"];
const FILES = ["image", "audio", "video", "file", "location", "fallback", "share", "story_mention", "contact"];
const PAGE = { contacts: 15, conversations: 25, messages: 20, ratings: 25 } as const;
const EPOCH = (column: string): string => `extract(epoch FROM ${column})::int`;

export interface ChatwootStandIn {
  readonly address: string;
  /** Every path that was asked for, with its query. */
  readonly asked: string[];
  /** What the next calls meet, one each: a refusal with its Retry-After, or a connection that breaks within the answer. */
  readonly faults: (("cut" | "away") | { readonly retryAfter: string | null })[];
  close(): Promise<void>;
}

interface Scene {
  readonly ask: Ask;
  readonly account: string;
  readonly role: string;
  readonly file: (key: string) => Buffer | null;
}

/**
 * Chatwoot's API by its published description (chatwoot/chatwoot, swagger/, and the shapes of app/views/api/v1): GET alone, a token in
 * `api_access_token`, pages of a fixed size, conversations by the number that people see, messages back from the newest by `before`, instants
 * in seconds, files by an address that redirects. What it does not know it refuses.
 */
export async function startChatwoot(token: string, scene: Scene): Promise<ChatwootStandIn> {
  const asked: string[] = [];
  const faults: ChatwootStandIn["faults"] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const fault = faults.shift();
    if (fault === "away") return answer(response, 503, { error: "away" });
    if (typeof fault === "object") {
      if (fault.retryAfter !== null) response.setHeader("Retry-After", fault.retryAfter);
      return void response.writeHead(429, { "content-type": "text/plain" }).end("Retry later\n");
    }
    if (fault === "cut") {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write('{"payload": [');
      return void setImmediate(() => response.destroy());
    }
    answerCall(scene, token, request, response).catch((error: unknown) => answer(response, 500, { error: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { address, asked, faults, close };
}

const answer = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

async function answerCall(scene: Scene, token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://host");
  if (request.method !== "GET") return answer(response, 405, { error: "method" });
  const [, led, key = "", name = ""] = /^\/rails\/active_storage\/(blobs\/redirect|disk)\/([^/]+)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (led === "blobs/redirect")
    return void response
      .writeHead(302, { location: `http://${request.headers.host ?? ""}/rails/active_storage/disk/${key}/${name}` })
      .end();
  if (led === "disk") {
    if (request.headers["api_access_token"] !== undefined) return answer(response, 400, { error: "a token for a file" });
    const bytes = scene.file(decodeURIComponent(key));
    return void response.writeHead(bytes === null ? 404 : 200).end(bytes ?? "");
  }
  if (request.headers["api_access_token"] !== token) return answer(response, 401, { error: "Invalid Access Token" });
  const found = await find(scene, url, `http://${request.headers.host ?? ""}`);
  answer(response, found === null ? 404 : 200, found ?? { error: "Resource could not be found" });
}

async function find({ ask, account, role }: Scene, url: URL, origin: string): Promise<unknown> {
  if (url.pathname === "/api/v1/profile") {
    const accounts = await ask(`SELECT id, name FROM accounts ORDER BY id`);
    return { id: 1, accounts: accounts.map((each) => ({ ...each, role })) };
  }
  const [, of, path = ""] = /^\/api\/v1\/accounts\/(\d+)\/(.*)$/.exec(url.pathname) ?? [];
  if (of !== account) return null;
  const page = Number(url.searchParams.get("page") ?? 1);
  const list = (text: string) => ask(text.replaceAll("$account", account));
  switch (path) {
    case "agents":
      return list(
        `SELECT id, name, email, 'agent' AS role FROM users u WHERE EXISTS (SELECT FROM account_users a WHERE a.user_id = u.id AND a.account_id = $account)`,
      );
    case "teams":
      return list(`SELECT id, name FROM teams WHERE account_id = $account`);
    case "labels":
      return { payload: await list(`SELECT id, title, color FROM labels WHERE account_id = $account`) };
    case "canned_responses":
      return list(`SELECT id, short_code, content FROM canned_responses WHERE account_id = $account`);
    case "inboxes":
      return {
        payload: await list(
          `SELECT i.id, i.name, i.channel_type, CASE s.medium WHEN 1 THEN 'whatsapp' WHEN 0 THEN 'sms' END AS medium
           FROM inboxes i LEFT JOIN channel_twilio_sms s ON i.channel_type = 'Channel::TwilioSms' AND s.id = i.channel_id WHERE i.account_id = $account`,
        ),
      };
    case "contacts":
      return findContacts(list, url.searchParams, page);
    case "conversations":
      return findConversations(list, url.searchParams, page);
    case "csat_survey_responses":
      return list(`SELECT r.id, rating, k.display_id AS conversation_id, ${EPOCH("r.created_at")} AS created_at,
          CASE WHEN assigned_agent_id IS NOT NULL THEN jsonb_build_object('id', assigned_agent_id) END AS assigned_agent
        FROM csat_survey_responses r JOIN conversations k ON k.id = r.conversation_id WHERE r.account_id = $account ORDER BY r.id
        LIMIT ${PAGE.ratings} OFFSET ${(page - 1) * PAGE.ratings}`);
  }
  const [, contact] = /^contacts\/(\d+)$/.exec(path) ?? [];
  if (contact !== undefined) {
    const [row] = await list(`SELECT ${CONTACT} FROM contacts c WHERE c.account_id = $account AND c.id = ${contact}`);
    return row === undefined ? null : { payload: row };
  }
  const [, labelled] = /^contacts\/(\d+)\/labels$/.exec(path) ?? [];
  if (labelled !== undefined)
    return {
      payload: (
        await list(
          `SELECT t.name FROM taggings g JOIN tags t ON t.id = g.tag_id WHERE g.taggable_type = 'Contact' AND g.context = 'labels' AND g.taggable_id = ${labelled}`,
        )
      ).map(({ name }) => name),
    };
  const [, conversation] = /^conversations\/(\d+)\/messages$/.exec(path) ?? [];
  return conversation === undefined ? null : findMessages(list, conversation, url.searchParams.get("before"), origin);
}

const CONTACT = `c.id, c.name, c.email, c.phone_number, c.identifier, ${EPOCH("c.created_at")} AS created_at,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('source_id', x.source_id, 'inbox', jsonb_build_object('id', i.id, 'channel_type', i.channel_type)) ORDER BY x.id), '[]')
   FROM contact_inboxes x JOIN inboxes i ON i.id = x.inbox_id WHERE x.contact_id = c.id) AS contact_inboxes`;

const SORTS = ["name", "email", "phone_number", "last_activity_at", "-name", "-email", "-phone_number", "-last_activity_at"];

async function findContacts(list: Ask, query: URLSearchParams, page: number): Promise<unknown> {
  if (!SORTS.includes(query.get("sort") ?? "name")) return null;
  const labels = query.getAll("labels[]");
  // Visitors without anything by which they could be found are in no list.
  const where = `c.account_id = $account AND (c.phone_number <> '' OR c.email <> '' OR c.identifier <> '')${
    labels.length === 0
      ? ""
      : ` AND EXISTS (SELECT FROM taggings g JOIN tags t ON t.id = g.tag_id WHERE g.taggable_type = 'Contact' AND g.context = 'labels' AND g.taggable_id = c.id
          AND t.name IN (${labels.map((label) => `'${label.replaceAll("'", "''")}'`).join(", ")}))`
  }`;
  const [count] = await list(`SELECT count(*)::int AS count FROM contacts c WHERE ${where}`);
  const payload = await list(
    `SELECT ${CONTACT} FROM contacts c WHERE ${where} ORDER BY c.name, c.id LIMIT ${PAGE.contacts} OFFSET ${(page - 1) * PAGE.contacts}`,
  );
  return { meta: { count: count?.["count"], current_page: page }, payload };
}

async function findConversations(list: Ask, query: URLSearchParams, page: number): Promise<unknown> {
  if (query.get("status") !== "all") return null;
  const [count] = await list(`SELECT count(*)::int AS count FROM conversations WHERE account_id = $account`);
  const rows =
    await list(`SELECT k.display_id AS id, k.inbox_id, k.status, ${EPOCH("k.created_at")} AS created_at, ${EPOCH("k.last_activity_at")} AS last_activity_at,
      coalesce(${EPOCH("k.first_reply_created_at")}, 0) AS first_reply_created_at, k.contact_id, k.assignee_id, k.team_id,
      ARRAY(SELECT t.name FROM taggings g JOIN tags t ON t.id = g.tag_id WHERE g.taggable_type = 'Conversation' AND g.context = 'labels' AND g.taggable_id = k.id) AS labels
    FROM conversations k WHERE k.account_id = $account ORDER BY k.created_at, k.id LIMIT ${PAGE.conversations} OFFSET ${(page - 1) * PAGE.conversations}`);
  const payload = rows.map(({ status, contact_id, assignee_id, team_id, ...row }) => ({
    ...row,
    status: STATES[Number(status)],
    meta: {
      ...(contact_id !== null && { sender: { id: contact_id } }),
      ...(assignee_id !== null && { assignee: { id: assignee_id } }),
      ...(team_id !== null && { team: { id: team_id } }),
    },
    messages: [],
  }));
  return { data: { meta: { all_count: count?.["count"] }, payload } };
}

async function findMessages(list: Ask, conversation: string, before: string | null, origin: string): Promise<unknown> {
  const [found] = await list(`SELECT id FROM conversations WHERE account_id = $account AND display_id = ${conversation}`);
  if (found === undefined) return null;
  const messages =
    await list(`SELECT id, content, inbox_id, message_type, private, status, source_id, content_attributes, sender_type, sender_id,
      ${EPOCH("created_at")} AS created_at FROM messages WHERE conversation_id = ${String(found["id"])} ${before === null ? "" : `AND id < ${Number(before)}`}
    ORDER BY messages.created_at DESC, id DESC LIMIT ${PAGE.messages}`);
  const payload = messages.reverse().map(async ({ sender_type, sender_id, status, ...message }) => {
    const files = await list(`SELECT a.id, a.file_type, a.coordinates_lat, a.coordinates_long, a.fallback_title, b.key, b.filename
      FROM attachments a LEFT JOIN active_storage_attachments s ON s.record_type = 'Attachment' AND s.record_id = a.id LEFT JOIN active_storage_blobs b ON b.id = s.blob_id
      WHERE a.message_id = ${String(message["id"])} ORDER BY a.id`);
    const attachments = files.map(({ key, filename, file_type, ...file }) => ({
      ...file,
      file_type: FILES[Number(file_type)],
      ...(key !== null && {
        data_url: `${origin}/rails/active_storage/blobs/redirect/${encodeURIComponent(key as string)}/${encodeURIComponent(filename as string)}`,
      }),
    }));
    return {
      ...message,
      conversation_id: Number(conversation),
      status: TICKS[Number(status)],
      ...(sender_type !== null && { sender: { id: sender_id, type: (sender_type as string).toLowerCase() } }),
      ...(attachments.length > 0 && { attachments }),
    };
  });
  return { meta: {}, payload: await Promise.all(payload) };
}
