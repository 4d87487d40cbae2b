import { randomBytes, randomUUID } from "node:crypto";
import { listSealedWith, replaceSealed } from "@balcao/database/seals";
import { createSealer } from "@balcao/platform/secrets";
import { messageSecretContext, unreadContentContext, webhookKeyContext } from "../../inbox/intake/index.js";
import { pushContext } from "../../inbox/push/index.js";
import { accountContext, sessionKeyContext } from "../../numbers/gatewaySessions/index.js";
import { hookBodyContext, hookKeyContext } from "../hooks/index.js";
import { secondFactorContext } from "../../people/auth/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { countEarlierSeals, resealAll } from "./index.js";

const [EARLIER, CURRENT] = ["e".repeat(43), "c".repeat(43)];
const [earlier, current, ring] = [createSealer(EARLIER), createSealer(CURRENT), createSealer(`${CURRENT} ${EARLIER}`)];
const HASH = randomBytes(32);

let test: TestServices;
let services: Services;
let connectionId: number;
beforeEach(async () => {
  test = await openTestServices();
  services = { ...test.services, sealer: ring };
  connectionId = await test.connection("baileys");
  const session = randomUUID();
  await test.rows("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')");
  await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('closed', 1, $1)", [connectionId]);
  await test.rows(
    "INSERT INTO message (ticket_id, type, body, from_me, sent_at, chat, author) VALUES (1, 'unsupported', '', false, now(), 'x', 'x')",
  );
  await test.rows(
    `INSERT INTO auth_session (id, user_id, refresh_hash, idle_until, absolute_until)
     VALUES ($1, 1, 'x', now() + interval '9 days', now() + interval '9 days')`,
    [session],
  );
  await test.rows("UPDATE connection SET account_sealed = $2, webhook_key_sealed = $3 WHERE id = $1", [
    connectionId,
    earlier.seal("account", accountContext(connectionId)),
    earlier.seal("key", webhookKeyContext(connectionId)),
  ]);
  await test.rows(
    "INSERT INTO session_key (connection_id, type, key_id, sealed) SELECT $1, 'pre-key', k, s FROM unnest($2::text[], $3::text[]) AS t(k, s)",
    [
      connectionId,
      Array.from({ length: 450 }, (_, at) => String(at)),
      Array.from({ length: 450 }, (_, at) => earlier.seal(`key ${at}`, sessionKeyContext(connectionId, "pre-key", String(at)))),
    ],
  );
  await test.rows("INSERT INTO session_key_copy (connection_id, reason, seal, keys) VALUES ($1, 'loggedOut', $2, $3)", [
    connectionId,
    earlier.keyIds[0],
    JSON.stringify([["creds", "", earlier.seal("creds", sessionKeyContext(connectionId, "creds", ""))]]),
  ]);
  await test.rows(
    `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, secret_sealed)
     VALUES ($1, 'message', 'l', 'one', '\\x00', '{}', now(), $2)`,
    [connectionId, earlier.seal("secret", messageSecretContext(connectionId, "one"))],
  );
  await test.rows("INSERT INTO unread_content (message_id, payload_sealed) VALUES (1, $1)", [
    earlier.seal("payload", unreadContentContext(1)),
  ]);
  await test.rows(
    `INSERT INTO push_subscription (user_id, session_id, endpoint_hash, p256dh, endpoint_sealed, auth_sealed, created_at)
     VALUES (1, $1, $2, 'p', $3, $4, now())`,
    [session, HASH, earlier.seal("https://push", pushContext("endpoint", HASH)), earlier.seal("auth", pushContext("auth", HASH))],
  );
  await test.rows("INSERT INTO second_factor (user_id, secret, pending) VALUES (1, $1, $2)", [
    earlier.seal("factor", secondFactorContext(1)),
    earlier.seal("pending", secondFactorContext(1)),
  ]);
  await test.rows(
    `INSERT INTO hook (user_id, name, address, events, reach, queue_ids, secret_sealed, old_secret_sealed, created_at)
     VALUES (1, 'Loja', 'https://a.example/', '{}', 'all', '{}', $1, $2, now())`,
    [earlier.seal("hook", hookKeyContext(1)), earlier.seal("old hook", hookKeyContext(1))],
  );
  await test.rows(
    `INSERT INTO hook_delivery (hook_id, event, lane, topic, payload, at, first_at, due_at, body_sealed)
     VALUES (1, 'test', 'test', 'test', '{}', now(), now(), now(), $1)`,
    [earlier.seal("delivery", hookBodyContext(1))],
  );
}, 120_000);
afterEach(() => test.close());

/** Every sealed value of the database with its place. */
async function sealedValues(): Promise<Map<string, string>> {
  const rows = await test.rows<{ place: string; sealed: string }>(
    `SELECT 'account' AS place, account_sealed AS sealed FROM connection UNION ALL SELECT 'webhook', webhook_key_sealed FROM connection
     UNION ALL SELECT 'key ' || key_id, sealed FROM session_key UNION ALL SELECT 'copy', keys -> 0 ->> 2 FROM session_key_copy
     UNION ALL SELECT 'secret', secret_sealed FROM inbound_event UNION ALL SELECT 'content', payload_sealed FROM unread_content
     UNION ALL SELECT 'endpoint', endpoint_sealed FROM push_subscription UNION ALL SELECT 'auth', auth_sealed FROM push_subscription
     UNION ALL SELECT 'hook', secret_sealed FROM hook UNION ALL SELECT 'old hook', old_secret_sealed FROM hook
     UNION ALL SELECT 'delivery', body_sealed FROM hook_delivery UNION ALL SELECT 'factor', secret FROM second_factor UNION ALL SELECT 'pending', pending FROM second_factor`,
  );
  return new Map(rows.map(({ place, sealed }) => [place, sealed]));
}

it("seals everything with the current key, so that the earlier one can go [D-560]", async () => {
  expect(await countEarlierSeals(services.database.sql, ring)).toBe(462);
  await resealAll(services);
  expect(await countEarlierSeals(services.database.sql, ring)).toBe(0);
  const values = await sealedValues();
  const open = (place: string, context: string): string => current.open(values.get(place) ?? "", context);
  expect(open("account", accountContext(connectionId))).toBe("account");
  expect(open("webhook", webhookKeyContext(connectionId))).toBe("key");
  for (let at = 0; at < 450; at += 1) expect(open(`key ${at}`, sessionKeyContext(connectionId, "pre-key", String(at)))).toBe(`key ${at}`);
  expect(open("copy", sessionKeyContext(connectionId, "creds", ""))).toBe("creds");
  expect(await test.rows("SELECT seal FROM session_key_copy")).toEqual([{ seal: current.keyIds[0] }]);
  expect(open("secret", messageSecretContext(connectionId, "one"))).toBe("secret");
  expect(open("content", unreadContentContext(1))).toBe("payload");
  expect(open("endpoint", pushContext("endpoint", HASH))).toBe("https://push");
  expect(open("auth", pushContext("auth", HASH))).toBe("auth");
  expect(open("factor", secondFactorContext(1))).toBe("factor");
  expect(open("hook", hookKeyContext(1))).toBe("hook");
  expect(open("old hook", hookKeyContext(1))).toBe("old hook");
  expect(open("delivery", hookBodyContext(1))).toBe("delivery");
  expect(open("pending", secondFactorContext(1))).toBe("pending");
});

it("knows every column that is sealed", async () => {
  const columns = await test.rows<{ at: string }>(
    `SELECT c.table_name || '.' || c.column_name AS at FROM information_schema.columns c JOIN pg_class t ON t.relname = c.table_name
     WHERE c.table_schema = 'public' AND c.column_name ~ '(^|_)sealed$' AND c.data_type = 'text' AND NOT t.relispartition ORDER BY 1`,
  );
  expect(columns.map(({ at }) => at)).toEqual([
    "connection.account_sealed",
    "connection.webhook_key_sealed",
    "hook.old_secret_sealed",
    "hook.secret_sealed",
    "hook_delivery.body_sealed",
    "inbound_event.secret_sealed",
    "push_subscription.auth_sealed",
    "push_subscription.endpoint_sealed",
    "session_key.sealed",
    "unread_content.payload_sealed",
  ]);
});

it("leaves what cannot be opened, and goes on with the rest", async () => {
  const foreign = earlier.seal("key", "somewhere else");
  await test.rows("UPDATE session_key SET sealed = $1 WHERE key_id = '7'", [foreign]);
  await test.rows("UPDATE session_key_copy SET keys = $1", [JSON.stringify([["creds", "", foreign]])]);
  await resealAll(services);
  expect(await countEarlierSeals(services.database.sql, ring)).toBe(2);
  expect((await sealedValues()).get("key 7")).toBe(foreign);
});

it("leaves a value that was written after it was read", async () => {
  const [read] = await listSealedWith(services.database.sql, "account", ring.keyIds, { from: 0, most: 1 });
  if (!read) throw new Error("There is no account.");
  await test.rows("UPDATE connection SET account_sealed = 'newer'");
  expect(await replaceSealed(services.database.sql, "account", [{ key: read.key, from: read.sealed, to: "older" }])).toBe(0);
  expect((await sealedValues()).get("account")).toBe("newer");
});

it("does nothing where there is one key", async () => {
  const before = await sealedValues();
  await resealAll({ ...services, sealer: current });
  expect(await sealedValues()).toEqual(before);
});
