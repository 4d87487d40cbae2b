import { createHmac } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request, type ClientRequest } from "node:http";
import path from "node:path";
import { createWebhookConnections, webhookKeyContext } from "@balcao/application/inbox/intake";
import { createManualClock } from "@balcao/platform/clock";
import { openAnotherApi, openApiStage, type ApiStage } from "../apiStage.fixture.js";
import { eventually } from "../stories/eventually.fixture.js";
import { createKeyRenewal } from "./keyRenewal.js";

const KEY = "a-webhook-key-of-at-least-32-characters";
const PATH = "/api/whatsapp/meow/webhook/Loja_token";

/** A message webhook of WuzAPI, after its documentation. */
function messageBody(id: string, text: string, more: object = {}): string {
  const info = {
    Chat: "5511988887777@s.whatsapp.net",
    Sender: "5511988887777:12@s.whatsapp.net",
    IsFromMe: false,
    IsGroup: false,
    ID: id,
    Type: "text",
    PushName: "Cliente",
    Timestamp: "2026-11-20T12:00:00-03:00",
  };
  return JSON.stringify({ type: "Message", event: { Info: info, Message: { conversation: text } }, ...more });
}

describe("the meow webhook", () => {
  let stage: ApiStage;
  let connectionId: number;
  const lines: string[] = [];
  let insert: (name: string, key: string | null) => Promise<number>;
  const giveKey = (id: number, key: string) =>
    stage.test.database.sql.ask("UPDATE connection SET webhook_key_sealed = $2 WHERE id = $1", [
      id,
      stage.auth.services.sealer.seal(key, webhookKeyContext(id)),
    ]);

  beforeAll(async () => {
    stage = await openApiStage({ onLog: (line) => void lines.push(line) });
    insert = async (name, key) => {
      const [row] = await stage.test.database.sql.ask<{ id: number }>(
        "INSERT INTO connection (name, api) VALUES ($1, 'meow') RETURNING id",
        [name],
      );
      const id = row?.id ?? 0;
      if (key !== null) await giveKey(id, key);
      return id;
    };
    connectionId = await insert("Loja", KEY);
    await insert("Outra", `${KEY}-of-another`);
    await insert("Nova", null);
  }, 120_000);
  afterAll(() => stage.close());

  const sign = (body: string, key = KEY): Record<string, string> => ({
    "x-hmac-signature": createHmac("sha256", key).update(body).digest("hex"),
  });
  const post = (body: string, headers: Record<string, string>, at = PATH) =>
    stage.call("POST", at, { body, headers: { "Content-Type": "application/json", ...headers } });
  const events = () =>
    stage.test.database.sql.ask<{ kind: string; lane: string; payload: Record<string, unknown>; connectionId: number }>(
      `SELECT kind, lane, payload, connection_id AS "connectionId" FROM inbound_event ORDER BY id`,
    );
  const conflicts = async (): Promise<number> => (await stage.test.database.sql.ask("SELECT 1 FROM inbound_conflict")).length;

  it("journals a signed message before it answers, in JSON and as a form, below /api and without it [API-028]", async () => {
    const json = messageBody("3EB001", "Bom dia");
    expect((await post(json, sign(json))).status).toBe(200);
    const form = `instanceName=Loja&jsonData=${encodeURIComponent(messageBody("3EB002", "Tudo bem?"))}`;
    expect(
      (await post(form, { ...sign(form), "Content-Type": "application/x-www-form-urlencoded" }, "/whatsapp/meow/webhook/Loja_token"))
        .status,
    ).toBe(200);
    expect(await events()).toMatchObject([
      { kind: "message", lane: `${connectionId}:phone:5511988887777`, connectionId },
      { kind: "message", lane: `${connectionId}:phone:5511988887777`, connectionId },
    ]);
  });

  it("stores a repeated delivery once, without counting a conflict", async () => {
    const body = messageBody("3EB003", "De novo");
    const before = (await events()).length;
    for (let round = 0; round < 3; round += 1) expect((await post(body, sign(body))).status).toBe(200);
    expect([(await events()).length, await conflicts()]).toEqual([before + 1, 0]);
    const other = messageBody("3EB003", "Outro texto");
    expect((await post(other, sign(other))).status).toBe(200);
    expect([(await events()).length, await conflicts()]).toEqual([before + 1, 1]);
  });

  it("refuses unsigned, wrongly signed and changed bodies with 401, stores no row and audits it [API-028, S-54]", async () => {
    const body = messageBody("3EB004", "Falsa");
    const before = await events();
    const right = sign(body);
    const refused = [
      post(body, {}),
      post(body, { "x-hmac-signature": "00" }),
      post(body, sign(body, `${KEY}-of-another`)),
      post(`${body} `, right),
      post(body, right, "/api/whatsapp/meow/webhook/Outra_token"),
      post(body, right, "/api/whatsapp/meow/webhook/Nova_token"),
      post(body, sign(body, ""), "/api/whatsapp/meow/webhook/Nova_token"),
      post(body, right, "/api/whatsapp/meow/webhook/Nenhuma_token"),
      post(JSON.stringify({ reprocess: true, dataJson: "{}" }), {}),
    ];
    for (const answer of await Promise.all(refused))
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, "ERR_SIGNATURE"]);
    expect(await events()).toEqual(before);
    const audit = await stage.test.database.sql.ask(
      "SELECT 1 FROM audit_entry WHERE action = 'webhook.badSignature' AND source = 'server'",
    );
    expect(audit).toHaveLength(refused.length);
  });

  it("answers and audits thirty wrong signatures a minute of one network, whose owner has any number of addresses [S-06, S-54]", async () => {
    const proxied = await openAnotherApi(stage, { isBehindProxy: true });
    const wrong = async (address: string): Promise<number> => {
      const headers = { "Content-Type": "application/json", "x-hmac-signature": "00", "X-Forwarded-For": address };
      return (await fetch(`${proxied.origin}${PATH}`, { method: "POST", body: "{}", headers })).status;
    };
    try {
      const statuses: number[] = [];
      for (let host = 1; host <= 32; host += 1) statuses.push(await wrong(`2001:db8:1:2::${host}`));
      expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429]);
      expect(await wrong("2001:db8:1:3::1")).toBe(401);
    } finally {
      await proxied.close();
    }
  });

  it("accepts nothing of Meta while the installation has no app secret, whatever it is signed with [S-53]", async () => {
    const body = JSON.stringify({ object: "whatsapp_business_account", entry: [] });
    const sign256 = (key: string) => `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
    for (const signature of [sign256(""), sign256("undefined"), sign256(KEY), "sha256="])
      expect((await post(body, { "x-hub-signature-256": signature }, "/api/webhook/meta")).status).toBe(401);
  });

  it("survives garbage that is correctly signed", async () => {
    const before = await events();
    const expected: readonly (readonly [string, number])[] = [
      ["{", 400],
      ["", 400],
      ["null", 200],
      ["[null,1,[]]", 200],
      ['{"type":"Message","event":null}', 200],
      ['{"type":42}', 200],
      [`${'{"a":'.repeat(100)}1${"}".repeat(100)}`, 400],
    ];
    for (const [body, status] of expected)
      expect([body.slice(0, 20), (await post(body, sign(body))).status]).toEqual([body.slice(0, 20), status]);
    const xml = "<a/>";
    expect((await post(xml, { ...sign(xml), "Content-Type": "application/xml" })).status).toBe(415);
    // A type that is no text is unknown, and kept as it came [D-276].
    expect(await events()).toMatchObject([...before, { kind: "unknown", payload: { type: 42 } }]);
    expect((await stage.call("GET", "/api/health")).status).toBe(200);
  });

  it("moves media into the file store and marks files that may not be stored", async () => {
    const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=", "base64");
    const program = Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(64)]);
    const media = (id: string, bytes: Buffer): string => {
      const info = JSON.parse(messageBody(id, "")) as { event: { Info: object } };
      return JSON.stringify({
        type: "Message",
        event: { Info: info.event.Info, Message: { imageMessage: { mimetype: "image/png" } } },
        base64: bytes.toString("base64"),
        mimeType: "image/png",
      });
    };
    const [good, bad] = [media("3EB005", picture), media("3EB006", program)];
    expect((await post(good, sign(good))).status).toBe(200);
    expect((await post(bad, sign(bad))).status).toBe(200);
    const [first, second] = (await events()).slice(-2);
    const stored = first?.payload["base64"] as { $file: string };
    expect(
      await stage.test.database.sql.ask(`SELECT mime, owner_kind AS "ownerKind", size FROM file WHERE id = $1`, [stored.$file]),
    ).toEqual([{ mime: "image/png", ownerKind: "incoming", size: picture.length }]);
    expect(first?.payload["mediaRefused"]).toBeUndefined();
    expect(second?.payload["mediaRefused"]).toBe("ERR_FILE_PROGRAM");
    const kept = second?.payload["base64"] as { $file: string };
    expect(await stage.test.database.sql.ask("SELECT quarantined, owner_kind FROM file WHERE id = $1", [kept.$file])).toEqual([
      { quarantined: true, owner_kind: "incoming" },
    ]);
    expect(await readdir(path.join(stage.dataDir, "tmp", "webhooks"))).toEqual([]);
  });

  it("writes no fault of ours about a stranger who goes before the whole body came", async () => {
    const headers = { "Content-Type": "application/json", "x-hmac-signature": "00", "Content-Length": "900" };
    const sender = request(`${stage.origin}${PATH}`, { method: "POST", headers }).on("error", () => undefined);
    sender.write('{"type":', () => void setTimeout(() => sender.destroy(), 50));
    await eventually(() => expect(lines.filter((line) => line.includes('"status":499'))).toHaveLength(1));
    expect(stage.errors).toEqual([]);
  });

  it("answers many deliveries at once, each journalled once", async () => {
    const before = (await events()).length;
    const bodies = Array.from({ length: 60 }, (_, index) => messageBody(`3EBF${index}`, `mensagem ${index}`));
    const answers = await Promise.all([...bodies, ...bodies.slice(0, 20)].map((body) => post(body, sign(body))));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await events()).length).toBe(before + 60);
  });

  it("answers 503 and never 200 when the delivery cannot be stored", async () => {
    const body = messageBody("3EB007", "Depois");
    await stage.test.database.sql.ask("ALTER TABLE inbound_event RENAME TO inbound_event_away");
    expect((await post(body, sign(body))).status).toBe(503);
    await stage.test.database.sql.ask("ALTER TABLE inbound_event_away RENAME TO inbound_event");
    expect((await post(body, sign(body))).status).toBe(200);
  });

  it("accepts at once what a key has signed that was changed a moment ago, and what comes for a connection that was made anew [S-54]", async () => {
    const next = `${KEY}-changed`;
    const sent = async (id: string, key: string, at = PATH): Promise<number> => {
      const body = messageBody(id, "Chave nova");
      return (await post(body, sign(body, key), at)).status;
    };
    expect(await sent("3EBC01", KEY)).toBe(200);
    await giveKey(connectionId, next);
    expect(await sent("3EBC02", next)).toBe(200);
    expect(await sent("3EBC03", KEY)).toBe(401);
    await giveKey(connectionId, KEY);
    expect(await sent("3EBC04", KEY)).toBe(200);
    const made = "/api/whatsapp/meow/webhook/Refeita_token";
    const first = await insert("Refeita", KEY);
    expect(await sent("3EBC05", KEY, made)).toBe(200);
    await stage.test.database.sql.ask("DELETE FROM connection WHERE id = $1", [first]);
    const second = await insert("Refeita", next);
    expect(await sent("3EBC06", next, made)).toBe(200);
    expect((await events()).at(-1)).toMatchObject({ connectionId: second });
  });

  it("reads a key again for a few wrong signatures of an address only, and for none where another one has read it [S-54]", async () => {
    const connections = createWebhookConnections({ ...stage.auth.services, clock: createManualClock(0) }, "meow");
    const renew = createKeyRenewal(connections, 1);
    const used = await connections.get("Loja");
    if (!used) throw new Error("The connection has a key.");
    const next = `${KEY}-again`;
    await giveKey(connectionId, next);
    expect(await renew("10.0.0.1", "Loja", used)).toEqual({ id: connectionId, key: next });
    expect(await renew("10.0.0.1", "Loja", used)).toEqual({ id: connectionId, key: next });
    const renewed = await connections.get("Loja");
    await giveKey(connectionId, KEY);
    expect(await renew("10.0.0.1", "Loja", renewed ?? used)).toBeNull();
    expect(await renew("10.0.0.2", "Loja", renewed ?? used)).toEqual({ id: connectionId, key: KEY });
  });

  it("takes a large body of its gateway while strangers send theirs slowly [S-57]", async () => {
    const small = messageBody("3EBD01", "Sou eu");
    expect((await post(small, sign(small))).status).toBe(200);
    const strangers = await Promise.all(["127.0.0.2", "127.0.0.3"].map((address) => sendSlowly(address)));
    try {
      const large = messageBody("3EBD02", "Grande", { base64: Buffer.alloc(1_500_000).toString("base64"), mimeType: "image/png" });
      expect((await post(large, sign(large))).status).toBe(200);
      expect(strangers.map(({ destroyed }) => destroyed)).toEqual([false, false]);
    } finally {
      for (const stranger of strangers) stranger.destroy();
    }
  });

  /** Begins a body with a wrong signature from another address, and resolves when the api must have read more than a megabyte of it. */
  const sendSlowly = (localAddress: string) =>
    new Promise<ClientRequest>((resolve, reject) => {
      const call = request(`${stage.origin}${PATH}`, {
        method: "POST",
        localAddress,
        headers: { "Content-Type": "application/json", "Content-Length": 60_000_000, "x-hmac-signature": "00" },
      });
      call.on("error", reject);
      // Far more than what lies between two sockets.
      call.write(`{"base64":"${"A".repeat(30_000_000)}`, () => resolve(call));
    });
});
