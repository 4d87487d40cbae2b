import { createHmac } from "node:crypto";
import type { ConnectionGapView, ConnectionView } from "@balcao/contracts/connections";
import { ADMIN, openApiStage, type ApiStage } from "../apiStage.fixture.js";

const SECRET = "app-secret-of-the-test";
const VERIFY_TOKEN = "verify-token-of-the-test";
const PATH = "/api/webhook/meta";
const NUMBERS = { loja: "106540352242922", outra: "106540352242999", calada: "106540352243000" } as const;
const WABA = "102290129340398";

interface Said {
  readonly number?: string;
  readonly id: string;
  readonly text?: string;
  readonly from?: string;
}

/** One change with one message, after Meta's documentation. */
function change({ number = NUMBERS.loja, id, text = "Olá", from = "5511988887777" }: Said): object {
  return {
    field: "messages",
    value: {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: "5511970000001", phone_number_id: number },
      contacts: [{ profile: { name: "Cliente" }, wa_id: from, user_id: `BR.${from}` }],
      messages: [{ from, from_user_id: `BR.${from}`, id, timestamp: "1763700000", type: "text", text: { body: text } }],
    },
  };
}

function bodyOf(...changes: readonly object[]): string {
  return JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: WABA, changes }] });
}

describe("the webhook of Meta", () => {
  let stage: ApiStage;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    stage = await openApiStage({ env: { META_APP_SECRET: SECRET, META_VERIFY_TOKEN: VERIFY_TOKEN } });
    for (const [name, number] of Object.entries(NUMBERS)) {
      const [row] = await stage.test.database.sql.ask<{ id: number }>(
        "INSERT INTO connection (name, api, phone_number_id, waba_id, meta_integration) VALUES ($1, 'cloud_api', $2, $3, $4) RETURNING id",
        [name, number, WABA, name !== "calada"],
      );
      ids[name] = row?.id ?? 0;
    }
  }, 120_000);
  afterAll(() => stage.close());

  const sign = (body: string, secret = SECRET): Record<string, string> => ({
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  });
  const post = (body: string, headers: Record<string, string> = sign(body)) =>
    stage.call("POST", PATH, { body, headers: { "Content-Type": "application/json", ...headers } });
  const events = () =>
    stage.test.database.sql.ask<{ kind: string; lane: string; dedupeKey: string; connectionId: number }>(
      `SELECT kind, lane, dedupe_key AS "dedupeKey", connection_id AS "connectionId" FROM inbound_event ORDER BY id`,
    );
  const handshake = (query: Record<string, string>) => stage.call("GET", `${PATH}?${new URLSearchParams(query).toString()}`);

  it("returns Meta's challenge, and refuses callers without the token", async () => {
    const query = { "hub.mode": "subscribe", "hub.verify_token": VERIFY_TOKEN, "hub.challenge": "1158201444" };
    const answer = await handshake(query);
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      expect.stringContaining("text/plain"),
      "1158201444",
    ]);
    for (const wrong of [{ "hub.verify_token": "x" }, { "hub.mode": "unsubscribe" }, { "hub.challenge": "" }])
      expect((await handshake({ ...query, ...wrong })).status).toBe(403);
  });

  it("journals every message of every entry, each with its own number, before it answers", async () => {
    const statuses = {
      field: "messages",
      value: {
        metadata: { phone_number_id: NUMBERS.loja },
        statuses: [
          { id: "wamid.S", status: "sent", timestamp: "1763700001", recipient_id: "5511988887777" },
          { id: "wamid.S", status: "delivered", timestamp: "1763700001", recipient_id: "5511988887777" },
        ],
      },
    };
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        { id: WABA, changes: [change({ id: "wamid.1" }), change({ id: "wamid.2", number: NUMBERS.outra })] },
        { id: WABA, changes: [change({ id: "wamid.3" }), statuses, { field: "unknown_field", value: { x: 1 } }] },
      ],
    });
    expect((await post(body)).status).toBe(200);
    const journal = await events();
    const [loja, outra] = [ids["loja"] ?? 0, ids["outra"] ?? 0];
    expect(journal.filter(({ connectionId }) => connectionId === loja).map(({ kind }) => kind)).toEqual([
      "message",
      "message",
      "ack",
      "ack",
      // A field without a reader is kept as it came [D-276].
      "unknown",
    ]);
    expect(journal.filter(({ connectionId }) => connectionId === outra)).toMatchObject([
      { kind: "message", lane: `${outra}:phone:5511988887777` },
      // What names no number concerns every number of the account.
      { kind: "unknown", lane: `${outra}:unknown` },
    ]);
  });

  it("stores a repeated delivery once", async () => {
    const body = bodyOf(change({ id: "wamid.again" }));
    const before = (await events()).length;
    for (let time = 0; time < 3; time += 1) expect((await post(body)).status).toBe(200);
    expect((await events()).length).toBe(before + 1);
  });

  it("acknowledges and drops events of unknown numbers, and of numbers whose integration is off", async () => {
    const before = (await events()).length;
    for (const number of ["999", NUMBERS.calada]) expect((await post(bodyOf(change({ id: "wamid.x", number })))).status).toBe(200);
    expect((await events()).length).toBe(before);
    expect((await stage.auth.services.metrics.print()).text).toMatch(/balcao_intake_events_total\{.*outcome="dropped".*\} 2\n/);
  });

  it("loses nothing of a number that another process connected this moment, however many events arrive at once", async () => {
    const number = "106540352243111";
    await post(bodyOf(change({ id: "wamid.early", number })));
    await stage.test.database.sql.ask(
      "INSERT INTO connection (name, api, phone_number_id, waba_id, meta_integration) VALUES ('nova', 'cloud_api', $1, $2, true)",
      [number, "102290129340000"],
    );
    const before = (await events()).length;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post(bodyOf(change({ id: `wamid.new${n}`, number })))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await events()).length).toBe(before + 20);
  });

  it("gives the events of a number that was deleted and connected again to the new connection", async () => {
    const number = "106540352243222";
    const { sql } = stage.test.database;
    const connect = async (name: string): Promise<number> =>
      (
        await sql.ask<{ id: number }>(
          "INSERT INTO connection (name, api, phone_number_id, waba_id, meta_integration) VALUES ($1, 'cloud_api', $2, '102290129340001', true) RETURNING id",
          [name, number],
        )
      )[0]?.id ?? 0;
    const old = await connect("antiga");
    await stage.auth.services.directory.refresh();
    // As another process does it: this one still has the old one in its cache.
    await sql.ask("DELETE FROM connection WHERE id = $1", [old]);
    const fresh = await connect("de novo");
    await post(bodyOf(change({ id: "wamid.again", number })));
    expect((await events()).at(-1)).toMatchObject({ dedupeKey: expect.stringMatching(/^m:.*:false:wamid[.]again$/), connectionId: fresh });
  });

  it("journals the review of a template for every number of the account", async () => {
    const before = (await events()).length;
    const value = { event: "APPROVED", message_template_name: "volta", message_template_language: "pt_BR", reason: "NONE" };
    expect((await post(bodyOf({ field: "message_template_status_update", value }))).status).toBe(200);
    const journalled = (await events()).slice(before);
    expect(journalled.map(({ kind, connectionId }) => [kind, connectionId])).toEqual([
      ["template", ids["loja"]],
      ["template", ids["outra"]],
    ]);
  });

  it("accepts nothing without the right signature over the exact bytes [S-53]", async () => {
    const body = bodyOf(change({ id: "wamid.bad" }));
    const before = (await events()).length;
    const wrong = [
      {},
      sign(body, "another"),
      sign(`${body} `),
      { "x-hub-signature-256": sign(body)["x-hub-signature-256"]?.slice(7) ?? "" },
    ];
    for (const headers of wrong) expect((await post(body, headers)).status).toBe(401);
    expect((await events()).length).toBe(before);
  });

  it("verifies the bytes as received, escapes included", async () => {
    const body = bodyOf(change({ id: "wamid.escaped", text: "ação" })).replace("ação", "a\\u00e7\\u00e3o");
    expect((await post(body)).status).toBe(200);
    const [row] = await stage.test.database.sql.ask<{ said: string }>(
      "SELECT payload #>> '{value,messages,0,text,body}' AS said FROM inbound_event WHERE dedupe_key LIKE 'm:%:false:wamid.escaped'",
    );
    expect(row?.said).toBe("ação");
  });

  it("accepts bodies of three megabytes, and refuses bodies larger than Meta's", async () => {
    const before = (await events()).length;
    const many = Array.from({ length: 1_000 }, (_, place) =>
      change({ id: `wamid.L${place}`, text: "x".repeat(2_700), from: `55119${10_000_000 + place}` }),
    );
    const body = bodyOf(...many);
    expect(body.length).toBeGreaterThan(3_000_000);
    expect((await post(body)).status).toBe(200);
    expect((await events()).length).toBe(before + 1_000);
    const huge = bodyOf(change({ id: "wamid.huge", text: "x".repeat(5_000_000) }));
    expect((await post(huge)).status).toBe(413);
    expect((await events()).length).toBe(before + 1_000);
  });

  it("refuses bodies that are not JSON, and acknowledges unknown events", async () => {
    const before = (await events()).length;
    expect((await post("{")).status).toBe(400);
    for (const body of [
      '{"entry":7}',
      "[]",
      bodyOf({ field: "messages", value: { metadata: { phone_number_id: NUMBERS.loja }, messages: [null, 7, {}] } }),
    ])
      expect((await post(body)).status).toBe(200);
    const form = await stage.call("POST", PATH, { body: "a=1", headers: { "Content-Type": "text/plain", ...sign("a=1") } });
    expect(form.status).toBe(415);
    expect((await events()).length).toBe(before);
  });

  it("answers 503 and never 200 when the delivery cannot be stored, and stores it when it is sent again", async () => {
    const body = bodyOf(change({ id: "wamid.later" }));
    await stage.test.database.sql.ask("ALTER TABLE inbound_event RENAME TO inbound_event_away");
    expect((await post(body)).status).toBe(503);
    await stage.test.database.sql.ask("ALTER TABLE inbound_event_away RENAME TO inbound_event");
    expect((await post(body)).status).toBe(200);
  });

  it("counts the events that it drops for a number whose integration is off; switching it on records a gap [D-148, P-10]", async () => {
    const { token } = await stage.signIn(ADMIN.email, ADMIN.password);
    const address = `/api/whatsapp/${ids["calada"] ?? 0}`;
    const read = async () => (await (await stage.call("GET", address, { token })).json()) as ConnectionView;
    const before = (await read()).metaDropped;
    const body = bodyOf(change({ number: NUMBERS.calada, id: "wamid.C1" }), change({ number: NUMBERS.calada, id: "wamid.C2" }));
    expect((await post(body)).status).toBe(200);
    const off = await read();
    expect(off.metaDropped - before).toBeGreaterThanOrEqual(2);
    expect(Date.parse(off.metaDroppedSince ?? "")).toBeLessThanOrEqual(Date.now());
    expect((await stage.call("PUT", address, { token, body: { metaIntegration: true } })).status).toBe(200);
    expect(await read()).toMatchObject({ metaIntegration: true, metaDropped: 0, metaDroppedSince: null });
    const gaps = (await (await stage.call("GET", `${address}/gaps`, { token })).json()) as ConnectionGapView[];
    expect(gaps[0]?.reason).toBe(`metaDropped: ${off.metaDropped}`);
  });
});

describe("the webhook of Meta without keys", () => {
  it("accepts nothing", async () => {
    const stage = await openApiStage();
    const body = bodyOf(change({ id: "wamid.1" }));
    const signature = `sha256=${createHmac("sha256", "").update(body).digest("hex")}`;
    const answer = await stage.call("POST", PATH, {
      body,
      headers: { "Content-Type": "application/json", "x-hub-signature-256": signature },
    });
    expect(answer.status).toBe(401);
    const query = new URLSearchParams({ "hub.mode": "subscribe", "hub.verify_token": "", "hub.challenge": "1" }).toString();
    expect((await stage.call("GET", `${PATH}?${query}`)).status).toBe(403);
    await stage.close();
  }, 60_000);
});
