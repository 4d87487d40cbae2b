import { openTestServices, type TestServices } from "../../services.fixture.js";
import { readFieldReport } from "./fieldReport.js";
import { fault, ok } from "./finding.js";

/** What must be in no report: a name, a text, a number, an address, a key. */
const PRIVATE = [
  "Mariana",
  "segredo",
  "5511900000001",
  "11 90000-0001",
  "mariana@loja.example",
  "Loja-da-Mariana",
  "balcao.loja.example",
  "chave",
];
const [NAME, TEXT, NUMBER, WRITTEN, MAIL, SHOP, HOST, KEY] = PRIVATE as [string, string, string, string, string, string, string, string];

const SENTENCES = ["the connection to WhatsApp ended", "a number was logged out", "an answer took long", "connectionLost", "DISCONNECTED"];

let test: TestServices;
beforeAll(async () => {
  test = await openTestServices();
  await test.connection("baileys");
  await test.rows("UPDATE connection SET name = $1, number = $2, status = 'DISCONNECTED', status_reason = $3", [
    SHOP,
    NUMBER,
    `connectionRefused: ${TEXT}`,
  ]);
  await test.rows("INSERT INTO contact (name, number) VALUES ($1, $2)", [NAME, NUMBER]);
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
  await test.rows(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at, ack)
     VALUES (1, 1, 'phone:' || $1, 'me', true, 'conversation', $2, now(), 2), (1, 1, 'phone:' || $1, 'phone:' || $1, false, 'image', $2, now(), 0)`,
    [NUMBER, TEXT],
  );
  await test.rows(
    `INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, state, error)
     SELECT gen_random_uuid(), 1, 1, '1:phone:' || $1, 'agent', jsonb_build_object('phone', $1::text), 'failed', jsonb_build_object('code', 'notConnected', 'message', $2::text)`,
    [NUMBER, TEXT],
  );
  await test.rows("INSERT INTO connection_gap (connection_id, from_at, reason) VALUES (1, now(), $1)", [`connectionLost: ${NAME}`]);
  await test.rows(
    "INSERT INTO unknown_event (connection_id, name, seen, day, today, last_at) VALUES (1, $1, 3, now(), 3, now()), (1, $2, 1, now(), 1, now())",
    ["smb_new_thing", `${NAME} ${NUMBER}`],
  );
});
afterAll(() => test.close());

const log = (entry: object): string => JSON.stringify({ time: "2026-11-29T12:00:00.000Z", level: "warn", name: "worker", ...entry });

function report(): Promise<string> {
  return readFieldReport(test.services.database.sql, {
    at: new Date("2026-11-29T12:00:00Z"),
    versions: { Balcão: "0.1.0", "@whiskeysockets/baileys": "7.0.0-rc14", "whatsapp-web.js": null },
    findings: [fault("port", `${HOST} does not answer.`, `Open ${HOST}.`), ok("database", `postgres://${KEY}@${HOST}`)],
    logs: [
      log({ msg: "the connection to WhatsApp ended", connectionId: 1, code: 503, act: NAME, cause: TEXT, reason: "connectionLost" }),
      log({
        msg: "a number was logged out",
        connectionId: 5511900000001,
        status: "DISCONNECTED",
        number: NUMBER,
        err: { type: "GatewayError", message: TEXT },
      }),
      log({ msg: `${NAME} escreveu ${TEXT}`, connectionId: 1 }),
      log({ level: "info", msg: "an answer took long", kind: "x" }),
      `${NAME} ${WRITTEN} ${MAIL}`,
      log({ msg: MAIL }),
    ],
    isOwnSentence: (text) => SENTENCES.includes(text),
  });
}

describe("a field report", () => {
  it("has versions, states, counts and the program's own sentences", async () => {
    const text = await report();
    for (const line of [
      "Balcão: 0.1.0",
      "whatsapp-web.js: not installed here",
      "fault: port",
      "ok: database",
      "## Log: 2 of 6 lines can be shown",
      "2026-11-29T12:00:00.000Z warn worker: the connection to WhatsApp ended connectionId=1 code=503 reason=connectionLost",
      "2026-11-29T12:00:00.000Z warn worker: a number was logged out status=DISCONNECTED GatewayError",
    ])
      expect(text.split("\n")).toContain(line);
    for (const line of [
      /^connection 1: baileys DISCONNECTED connectionRefused 0 /m,
      /^sends 1: failed agent 1 /m,
      /^errors 1: notConnected 1 /m,
      /^messages 1: out conversation ack2 1 /m,
      /^messages 1: in image ack0 1 /m,
      /^gaps 1: connectionLost 0 /m,
      /^unread 1: smb_new_thing 3 /m,
      /^unread 1: \(left out\) 1 /m,
    ])
      expect(text).toMatch(line);
  });

  it("has no name, number, text, address or key of anybody, wherever they stood", async () => {
    const text = await report();
    expect(PRIVATE.filter((word) => text.includes(word))).toEqual([]);
    expect(text).not.toMatch(/\d{10,}/);
  });
});
