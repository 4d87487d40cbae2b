import type { SessionReason } from "@balcao/domain/connections";
import type { InboundEvent } from "@balcao/domain/messages";
import { openRelayClient } from "@balcao/simulators/relay";
import { GatewayError } from "../port/index.js";
import { CUSTOMER, openBaileysDouble, OWNER, type BaileysDouble } from "./baileysDouble.js";
import { closeStage, openLinkedStage, type Stage } from "./sessionConformance.js";
import { until } from "./testHost.js";

const ID = "3EB00123456789ABCDEF01";

/** What administrators read of a close that trying again soon would make worse. */
const REASON_OF: Readonly<Record<string, SessionReason>> = {
  "440": "usedElsewhere",
  "402": "temporaryBan",
  "405": "connectorRefused",
  "411": "noMultiDevice",
};

/** Everything that is printed while the library runs; collected before it is loaded. */
const printed: string[] = [];
Object.assign(
  console,
  Object.fromEntries(["info", "warn", "error"].map((method) => [method, (word: unknown) => void printed.push(String(word))])),
);

describe("the baileys connector under faults", () => {
  let stage: Stage;
  let double: BaileysDouble;
  beforeEach(async () => {
    stage = await openLinkedStage(async (host) => (double = await openBaileysDouble(host)));
  });
  afterEach(() => closeStage(stage));

  const events = (): InboundEvent[] => stage.host.accepted.map(({ kind, payload }) => double.connector.toInbound(kind, payload));
  const messages = (): Extract<InboundEvent, { kind: "message" }>[] =>
    events().flatMap((event) => (event.kind === "message" ? [event] : []));
  const bodies = (): unknown[] => messages().map(({ content }) => (content.kind === "text" ? content.body : content.kind));
  const receipted = (id: string): boolean =>
    double.relay.control.received().some(({ phone, node }) => phone === OWNER && node.tag === "receipt" && node.attrs["id"] === id);
  const write = (text: string): Promise<string> => double.customerClient().send(`${OWNER}@s.whatsapp.net`, { text });
  const connected = (): Promise<unknown> => stage.statusIs("CONNECTED");

  it("receipts a message only after the journal has committed it", async () => {
    let release: () => void = () => undefined;
    const committed = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    stage.host.beforeAccept = () => {
      asked += 1;
      return committed;
    };
    const id = await write("Importante");
    await until(
      () => asked,
      (count) => count > 0,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(receipted(id)).toBe(false);
    release();
    await until(
      () => receipted(id),
      (isSo) => isSo,
    );
    expect(bodies()).toEqual(["Importante"]);
  });

  it("gives no receipt while the database is away, and gets the message again after the reconnect, once", async () => {
    await write("Antes");
    await until(bodies, (found) => found.length === 1);
    stage.host.beforeAccept = () => Promise.reject(new Error("the database is away"));
    await write("Durante");
    await until(
      () => stage.host.reports.at(-1)?.status,
      (status) => status === "DISCONNECTED",
    );
    stage.host.beforeAccept = () => Promise.resolve();
    await stage.session.start();
    await connected();
    await until(bodies, (found) => found.length === 2);
    expect(bodies()).toEqual(["Antes", "Durante"]);
    await double.customerClient().readUp();
  });

  it("receives what arrived while it was offline, as backlog without greetings when it is old", async () => {
    await stage.session.stop();
    await write("Enquanto fora");
    const next = double.connector.open(double.profileNow(), stage.host);
    await next.start();
    await until(bodies, (found) => found.length === 1);
    expect(messages()).toMatchObject([{ live: false, content: { body: "Enquanto fora" } }]);
    await next.stop();
  });

  it("journals a stanza once, however often it is delivered", async () => {
    await write("Uma vez");
    await until(bodies, (found) => found.length === 1);
    double.relay.control.repeat(OWNER);
    await write("Depois");
    await until(bodies, (found) => found.includes("Depois"));
    expect(bodies()).toEqual(["Uma vez", "Depois"]);
  });

  it("stops at once when the session belongs to another process", async () => {
    stage.host.keys.write = () => Promise.reject(new GatewayError("notConnected", "the session is kept by another process now"));
    await write("Tarde demais");
    await until(
      () => double.relay.control.account(OWNER).connection,
      (connection) => connection === null,
    );
    expect(double.relay.control.account(OWNER).pending.size).toBeGreaterThan(0);
  });

  it("reconnects by itself once after a disconnect, and leaves further tries to the lease holder", async () => {
    double.relay.control.end(OWNER, "503");
    await until(
      () => stage.host.reports.map(({ status }) => status),
      (statuses) => statuses.includes("DISCONNECTED") && statuses.at(-1) === "CONNECTED",
    );
    double.relay.control.refuseLogins(OWNER, "503");
    double.relay.control.end(OWNER, "503");
    const before = double.relay.control.logins().at.length;
    await until(
      () => double.relay.control.logins().at.length,
      (count) => count === before + 1,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(double.relay.control.logins().at.length).toBe(before + 1);
    await expect(stage.session.start()).rejects.toMatchObject({ name: "GatewayError", kind: "transient" });
  });

  it.each(Object.keys(REASON_OF))("pauses after %s", async (code) => {
    if (code === "440") double.relay.control.end(OWNER, code);
    else {
      double.relay.control.refuseLogins(OWNER, code);
      double.relay.control.end(OWNER, "cut");
    }
    const fallen = await until(
      () => stage.host.reports.at(-1),
      (report) => report?.status === "DISCONNECTED" && report.reason !== null && report.reason !== "connectionLost",
    );
    expect(fallen?.reason).toBe(REASON_OF[code]);
    const before = double.relay.control.logins().at.length;
    await stage.session.start();
    await stage.session.start();
    expect(double.relay.control.logins().at.length).toBe(before);
  });

  it("rests until a ban ends, which WhatsApp says, and tries at once when a person asks [D-291]", async () => {
    double.relay.control.refuseLogins(OWNER, "402", 3_600);
    const before = Date.now();
    double.relay.control.end(OWNER, "cut");
    const fallen = await until(
      () => stage.host.reports.at(-1),
      (report) => report?.reason === "temporaryBan",
    );
    const end = fallen?.until?.getTime() ?? 0;
    expect(end).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(end).toBeLessThanOrEqual(Date.now() + 3_600_000);
    const logins = double.relay.control.logins().at.length;
    await stage.session.start();
    expect(double.relay.control.logins().at.length).toBe(logins);
    const refused: unknown = await stage.session.start("person").catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: "notConnected", reason: "temporaryBan" });
    expect(stage.host.reports.at(-1)?.until).toBeInstanceOf(Date);
    double.relay.control.refuseLogins(OWNER, null);
    await stage.session.start("person");
    await connected();
  });

  it.each([
    ["a failure with 500", "500"],
    ["a failure without a reason", ""],
    ["503", "503"],
  ])("keeps every key while WhatsApp answers logins with %s, and connects by itself afterwards [CONN-022]", async (_words, code) => {
    const keys = new Map(stage.host.stored);
    double.relay.control.refuseLogins(OWNER, code);
    double.relay.control.end(OWNER, "cut");
    const refusals = new Set(["sessionRefused", "whatsappDown"]);
    await until(
      () => stage.host.reports.at(-1)?.reason ?? "",
      (reason) => refusals.has(reason),
    );
    for (let login = 0; login < 5; login += 1) await expect(stage.session.start()).rejects.toMatchObject({ kind: "transient" });
    expect([...keys.keys()].filter((key) => !stage.host.stored.has(key))).toEqual([]);
    double.relay.control.refuseLogins(OWNER, null);
    await stage.session.start();
    await stage.statusIs("CONNECTED");
  });

  it.each(["401", "403", "406"])("deletes the keys after %s and offers a code at the next start", async (code) => {
    // WhatsApp says it again at the next login, if a ping that is late on a busy machine has ended the socket before.
    double.relay.control.refuseLogins(OWNER, code);
    double.relay.control.end(OWNER, code);
    await stage.statusIs("LOGGEDOUT");
    expect([...stage.host.stored.keys()].filter((key) => !key.startsWith("sent"))).toEqual([]);
    await stage.session.start();
    await stage.statusIs("qrcode");
  });

  it("deletes the keys of an ended pairing after a write that was under way, which would bring them back", async () => {
    const { write: store } = stage.host.keys;
    let release: () => void = () => undefined;
    let begin: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let last: Promise<void> = Promise.resolve();
    stage.host.keys.write = (changes) => {
      if (changes.some(({ type }) => type === "creds")) return store(changes);
      begin();
      last = released.then(() => store(changes));
      return last;
    };
    await write("No meio da gravação");
    await begun;
    double.relay.control.end(OWNER, "403");
    await until(
      () => stage.host.logged.some(({ text, facts }) => text === "the connection to WhatsApp ended" && facts["code"] === 403),
      (isSo) => isSo,
    );
    release();
    await last;
    await stage.statusIs("LOGGEDOUT");
    expect([...stage.host.stored.keys()]).toEqual([]);
  });

  it("reports a restriction of the account, keeps running, and clears the report when it is lifted", async () => {
    double.relay.control.fault({ kind: "refuse", code: "463" });
    const content = { kind: "text", body: "Promoção", mentions: [] } as const;
    const draft = { outboxId: "9", externalId: ID, to: { phone: CUSTOMER }, content, quoted: null, forwarded: null };
    expect(await stage.session.send(draft)).toMatchObject({ state: "refused", retry: false, error: { code: 463 } });
    const reason = () => stage.host.reports.at(-1)?.reason;
    expect(reason()).toBe("restricted");
    expect(await stage.session.status()).toMatchObject({ status: "CONNECTED", reason: "restricted" });
    const tell = (operation: string, data: object) =>
      double.relay.control.bring(OWNER, {
        tag: "notification",
        attrs: { from: "s.whatsapp.net", type: "mex", id: operation, t: String(Math.floor(Date.now() / 1000)) },
        content: [{ tag: "update", attrs: { op_name: operation }, content: Buffer.from(JSON.stringify({ data })) }],
      });
    for (const [operation, data, words] of [
      ["NotificationUserReachoutTimelockUpdate", { xwa2_notify_account_reachout_timelock: { is_active: false } }, null],
      [
        "MessageCappingInfoNotification",
        { xwa2_notify_new_chat_messages_capping_info_update: { capping_status: "FIRST_WARNING" } },
        "nearCap",
      ],
      ["MessageCappingInfoNotification", { xwa2_notify_new_chat_messages_capping_info_update: { capping_status: "CAPPED" } }, "capped"],
      ["MessageCappingInfoNotification", { xwa2_notify_new_chat_messages_capping_info_update: { capping_status: "NONE" } }, null],
    ] as const) {
      tell(operation, data);
      await until(reason, (found) => found === words);
    }
    expect(stage.host.reports.at(-1)?.status).toBe("CONNECTED");
  });

  it("answers a send with the first acknowledgement, and journals another that came in the same piece", async () => {
    double.relay.control.fault({ kind: "both", code: "479" });
    const content = { kind: "text", body: "Oi", mentions: [] } as const;
    const draft = { outboxId: "9", externalId: ID, to: { phone: CUSTOMER }, content, quoted: null, forwarded: null };
    expect(await stage.session.send(draft)).toMatchObject({ state: "sent" });
    const refusals = () => stage.host.accepted.filter(({ payload }) => JSON.stringify(payload).includes('"code":"479"'));
    const [refusal] = await until(refusals, (found) => found.length > 0);
    expect(refusal?.payload).toMatchObject({ type: "receipt", state: "error", ids: [ID] });
  });

  it("sends a message again to a phone that could not decrypt it, also from another process", async () => {
    const outcome = await stage.session.send({
      outboxId: "1",
      externalId: ID,
      to: { phone: CUSTOMER },
      content: { kind: "text", body: "Oi", mentions: [] },
      quoted: null,
      forwarded: null,
    });
    expect(outcome).toMatchObject({ state: "sent" });
    await double.customerClient().readUp();
    await stage.session.stop();
    const next = double.connector.open(double.profileNow(), stage.host);
    await next.start();
    const from = `${CUSTOMER}:${double.relay.control.account(CUSTOMER).device}@s.whatsapp.net`;
    const facts = { id: ID, t: String(Math.floor(Date.now() / 1000)) };
    const retry = { tag: "retry", attrs: { ...facts, count: "1", v: "1" } };
    double.relay.control.bring(OWNER, { tag: "receipt", attrs: { ...facts, from, type: "retry" }, content: [retry] });
    await until(
      () =>
        double.relay.control.received().filter(({ phone, node }) => phone === OWNER && node.tag === "message" && node.attrs["id"] === ID)
          .length,
      (posts) => posts === 2,
    );
    await next.stop();
  });

  it("never prints keys, also when a customer comes back on a new phone", async () => {
    await write("Do aparelho antigo");
    await until(bodies, (found) => found.length === 1);
    const renewed = await openRelayClient(double.relay, CUSTOMER);
    await renewed.send(`${OWNER}@s.whatsapp.net`, { text: "Do aparelho novo" });
    await until(bodies, (found) => found.length === 2);
    expect(JSON.stringify(printed)).not.toMatch(/privKey|rootKey|chainKey|Closing session/);
    await renewed.close();
  });
});
