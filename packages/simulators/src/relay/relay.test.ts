import { get, request } from "node:https";
import { initAuthCreds, makeWASocket, type BinaryNode } from "@whiskeysockets/baileys";
import { patience } from "@balcao/testing/patience";
import { memoryKeys } from "./memoryKeys.js";
import { SILENT } from "./node.js";
import { child, openRelayClient, relayAgent, startRelay, trustRelay, type RelayClient, type RunningRelay } from "./index.js";

const ANA = "5511970000001";
const CUSTOMER = "5511900000001";

/** Waits until `fits` is true, for at most ten seconds. */
async function until(fits: () => boolean): Promise<void> {
  for (const deadline = Date.now() + patience(10_000); !fits(); await new Promise((resolve) => setTimeout(resolve, 10))) {
    if (Date.now() > deadline) throw new Error("still not so after ten seconds");
  }
}

describe("the stand-in of WhatsApp's servers", () => {
  let relay: RunningRelay;
  const clients: RelayClient[] = [];
  const open = async (phone: string): Promise<RelayClient> => {
    const client = await openRelayClient(relay, phone);
    clients.push(client);
    return client;
  };
  beforeEach(async () => {
    relay = await startRelay();
    trustRelay(relay.rootKey);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    await relay.close();
  });

  it("orders the restart after linking, and delivers encrypted messages and receipts", async () => {
    const [ana, customer] = [await open(ANA), await open(CUSTOMER)];
    const id = await ana.send(`${CUSTOMER}@s.whatsapp.net`, { text: "Oi" });
    await customer.readUp();
    expect(customer.received.get(id)?.message).toMatchObject({ extendedTextMessage: { text: "Oi" } });
    const received = relay.control.received().filter(({ phone, node }) => phone === ANA && node.tag === "message");
    expect(JSON.stringify(received)).not.toContain(Buffer.from("Oi").toString("base64"));
    await until(() =>
      relay.control.received().some(({ phone, node }) => phone === CUSTOMER && node.tag === "receipt" && node.attrs["id"] === id),
    );
  });

  it("retires the secret of the first scan, refuses it afterwards, and finds a client only by its own code", async () => {
    const auth = { creds: initAuthCreds(), keys: memoryKeys() };
    const sock = makeWASocket({ auth, logger: SILENT, waWebSocketUrl: relay.url, qrTimeout: 500 });
    const shown: string[] = [];
    const retired: unknown[] = [];
    sock.ev.on("connection.update", ({ qr }) => {
      if (qr !== undefined) shown.push(qr);
    });
    sock.ws.on("CB:notification,type:companion_reg_refresh", (node: unknown) => retired.push(node));
    await until(() => shown.length === 1);
    const [code = ""] = shown;
    const fields = code.split(",");
    expect(relay.control.scan(["x", "another client", ...fields.slice(2)].join(","), ANA)).toBe("nobody");
    expect(relay.control.scan(code, ANA)).toBe("refused");
    await until(() => retired.length === 1);
    expect(relay.control.scan(code, ANA)).toBe("refused");
    expect(relay.control.account(ANA).linked).toBe(false);
    await sock.end(undefined);
  });

  it("links no number before the client has acknowledged the retirement, which the library alone does not (Baileys #2737)", async () => {
    const auth = { creds: initAuthCreds(), keys: memoryKeys() };
    const sock = makeWASocket({ auth, logger: SILENT, waWebSocketUrl: relay.url });
    const retired: BinaryNode[] = [];
    const shown: string[] = [];
    sock.ev.on("connection.update", ({ qr }) => {
      if (qr !== undefined) shown.push(qr);
    });
    sock.ws.on("CB:notification,type:companion_reg_refresh", (node: BinaryNode) => {
      auth.creds.advSecretKey = Buffer.alloc(32, 7).toString("base64");
      retired.push(node);
    });
    await until(() => shown.length === 1);
    relay.control.scan(shown[0] ?? "", ANA);
    await until(() => retired.length === 1);
    const [ref = "", noise = "", identity = "", , ...rest] = (shown[0] ?? "").split(",");
    const renewed = [ref, noise, identity, auth.creds.advSecretKey, ...rest].join(",");
    expect(relay.control.scan(renewed, ANA)).toBe("linked");
    await sock.sendNode({ tag: "iq", attrs: { id: "later", type: "get", to: "s.whatsapp.net", xmlns: "w:p" } });
    await until(() => relay.control.received().some(({ node }) => node.attrs["id"] === "later"));
    expect(relay.control.account(ANA).linked).toBe(false);
    const id = retired[0]?.attrs["id"] ?? "";
    await sock.sendNode({ tag: "ack", attrs: { id, to: "s.whatsapp.net", class: "notification", type: "companion_reg_refresh" } });
    await until(() => relay.control.account(ANA).linked);
    await sock.end(undefined);
  });

  it("corrupts only the next message, notifies its sender when configured, and sets the configured timestamp", async () => {
    const [ana, customer] = [await open(ANA), await open(CUSTOMER)];
    const stubs: unknown[] = [];
    ana.sock().ev.on("messages.upsert", ({ messages }) => {
      for (const { messageStubType, key } of messages) if (Number(messageStubType) === 2) stubs.push(key.id);
    });
    const retries = (): unknown[] =>
      relay.control
        .account(CUSTOMER)
        .delivered.concat(relay.control.received().map(({ node }) => node))
        .filter(({ attrs }) => attrs["type"] === "retry");
    relay.control.changeNext(ANA, { spoiled: { comesAgain: false }, stamp: "1795000000000" });
    const lost = await customer.send(`${ANA}@s.whatsapp.net`, { text: "Perdida" });
    await until(() => stubs.length === 1 && retries().length > 0);
    expect(stubs).toEqual([lost]);
    expect(relay.control.account(ANA).delivered.at(-1)?.attrs["t"]).toBe("1795000000000");
    const next = await customer.send(`${ANA}@s.whatsapp.net`, { text: "Chega" });
    await until(() => ana.received.size > 0);
    expect([...ana.received.keys()]).toEqual([next]);
    relay.control.changeNext(ANA, { spoiled: { comesAgain: true } });
    const again = await customer.send(`${ANA}@s.whatsapp.net`, { text: "De novo" });
    await until(() => ana.received.has(again));
    expect(stubs).toContain(again);
  });

  it("has customers who send sealed edits (Baileys #2541, #2743)", async () => {
    const [ana, customer] = [await open(ANA), await open(CUSTOMER)];
    const id = await customer.send(`${ANA}@s.whatsapp.net`, { text: "Primiero" });
    const editId = await customer.edit(`${ANA}@s.whatsapp.net`, id, "Primeiro");
    await until(() => ana.received.has(editId));
    expect(ana.received.get(editId)?.message).toMatchObject({ secretEncryptedMessage: { targetMessageKey: { id }, secretEncType: 2 } });
    expect(ana.received.get(id)?.message?.messageContextInfo?.messageSecret).toHaveLength(32);
  });

  it("gives each one-time key to one first writer, and keeps the others", async () => {
    const [ana] = [await open(ANA), await open(CUSTOMER)];
    const left = (): number => relay.control.account(CUSTOMER).preKeys.length;
    const before = left();
    await ana.send(`${CUSTOMER}@s.whatsapp.net`, { text: "1" });
    const after = left();
    expect(after).toBeLessThan(before);
    await ana.send(`${CUSTOMER}@s.whatsapp.net`, { text: "2" });
    expect(left()).toBe(after);
  });

  it("keeps messages without a receipt for the next login, and deletes them with the pairing", async () => {
    const [ana, customer] = [await open(ANA), await open(CUSTOMER)];
    relay.control.end(CUSTOMER, "cut");
    await ana.send(`${CUSTOMER}@s.whatsapp.net`, { text: "Depois" });
    expect(relay.control.account(CUSTOMER).pending.size).toBe(1);
    relay.control.unlink(CUSTOMER);
    expect(relay.control.account(CUSTOMER).pending.size).toBe(0);
    expect(customer.received.size).toBe(0);
  });

  it("ends the older of two sockets of a device with 440, and refuses a removed one with 401", async () => {
    const ana = await open(ANA);
    const codes: unknown[] = [];
    ana.sock().ev.on("connection.update", ({ lastDisconnect }) => {
      const error = lastDisconnect?.error;
      if (error !== undefined && "output" in error) codes.push(error.output.statusCode);
    });
    relay.control.end(ANA, "440");
    await until(() => codes.length === 1);
    expect(codes).toEqual([440]);
    relay.control.unlink(ANA);
    expect(relay.control.account(ANA).linked).toBe(false);
  });

  it.each([
    ["500, its own fault", "500", 500],
    ["503", "503", 503],
    ["no reason, which the library calls 500 (whatsmeow: automatic reconnect)", "", 500],
  ])("refuses logins with %s, until it is told to stop (whatsmeow handleConnectFailure)", async (_words, code, read) => {
    const { authState: auth } = (await open(ANA)).sock();
    const ended = (): Promise<unknown> =>
      new Promise((resolve) => {
        const sock = makeWASocket({ auth, logger: SILENT, waWebSocketUrl: relay.url });
        sock.ev.on("connection.update", ({ connection, lastDisconnect }) => {
          const error = lastDisconnect?.error;
          if (connection === "close") resolve(error !== undefined && "output" in error ? error.output.statusCode : 0);
          if (connection !== "open") return;
          resolve("open");
          void sock.end(undefined);
        });
      });
    relay.control.refuseLogins(ANA, code);
    expect([await ended(), await ended()]).toEqual([read, read]);
    relay.control.refuseLogins(ANA, null);
    expect(await ended()).toBe("open");
  });

  it("refuses versions that are too old with 405, also of clients that are being linked (whatsmeow ConnectFailureClientOutdated)", async () => {
    relay.control.requireVersion(1_000);
    const ended = (tertiary: number): Promise<unknown> =>
      new Promise((resolve) => {
        const auth = { creds: initAuthCreds(), keys: memoryKeys() };
        const sock = makeWASocket({ auth, logger: SILENT, waWebSocketUrl: relay.url, version: [2, 3000, tertiary] });
        sock.ev.on("connection.update", ({ qr, connection, lastDisconnect }) => {
          const error = lastDisconnect?.error;
          if (connection === "close") resolve(error !== undefined && "output" in error ? error.output.statusCode : 0);
          if (qr === undefined) return;
          resolve("code");
          void sock.end(undefined);
        });
      });
    expect([await ended(999), await ended(1_000)]).toEqual([405, "code"]);
  });

  it("says what is left of a ban in seconds (whatsmeow handleConnectFailure 402)", async () => {
    const { authState: auth } = (await open(ANA)).sock();
    relay.control.refuseLogins(ANA, "402", 3_600);
    const data = await new Promise((resolve) => {
      const sock = makeWASocket({ auth, logger: SILENT, waWebSocketUrl: relay.url });
      sock.ev.on("connection.update", ({ connection, lastDisconnect }) => {
        const error = lastDisconnect?.error;
        if (connection === "close") resolve(error !== undefined && "data" in error ? error.data : null);
      });
    });
    expect(data).toMatchObject({ reason: "402", code: "101", expire: "3600" });
  });

  it("delivers a group's message only to its members", async () => {
    const [ana, customer, other] = [await open(ANA), await open(CUSTOMER), await open("5511900000002")];
    const group = relay.control.createGroup({ subject: "Equipe", members: [ANA, CUSTOMER] });
    const id = await ana.send(`${group.id}@g.us`, { text: "Só nós" });
    await customer.readUp();
    expect(customer.received.has(id)).toBe(true);
    expect(relay.control.account(other.phone).delivered.filter(({ attrs }) => attrs["category"] !== "peer")).toEqual([]);
  });

  it("refuses a message with the configured code, and delivers it to nobody", async () => {
    const [ana, customer] = [await open(ANA), await open(CUSTOMER)];
    const errors: unknown[] = [];
    ana.sock().ws.on("CB:ack,class:message", ({ attrs }: { attrs: Record<string, string> }) => errors.push(attrs["error"]));
    relay.control.fault({ kind: "refuse", code: "463" });
    await ana.send(`${CUSTOMER}@s.whatsapp.net`, { text: "Não" });
    await until(() => errors.length === 1);
    expect(errors).toEqual(["463"]);
    await customer.readUp();
    expect(customer.received.size).toBe(0);
  });

  it("hides the number of an account that hides it", async () => {
    const [, customer] = [await open(ANA), await open(CUSTOMER)];
    relay.control.alter(CUSTOMER, { hidesPhone: true });
    await customer.send(`${ANA}@s.whatsapp.net`, { text: "Oi" });
    const [message] = relay.control.account(ANA).delivered.filter((node) => child(node, "plaintext") === undefined);
    expect(JSON.stringify(message?.attrs)).not.toContain(CUSTOMER);
    expect(message?.attrs["from"]).toMatch(/@lid$/);
  });

  it("stores no file without a token that it issued, and answers 410 for deleted files", async () => {
    const agent = relayAgent();
    const post = (path: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const question = request(`https://${relay.media.host}${path}`, { method: "POST", agent }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        question.on("error", reject);
        question.end("bytes");
      });
    const fetchStatus = (path: string): Promise<number> =>
      new Promise((resolve, reject) => {
        get(`https://${relay.media.host}${path}`, { agent }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        }).on("error", reject);
      });
    expect(await post("/mms/image/a")).toBe(401);
    expect(await post("/mms/image/a?auth=auth&token=a")).toBe(200);
    expect(await fetchStatus("/mms/image/a")).toBe(200);
    relay.media.expire();
    expect(await fetchStatus("/mms/image/a")).toBe(410);
    expect(await fetchStatus("/mms/image/b")).toBe(404);
    agent.destroy();
  });

  it("has a phone that sends its device the messages before one it has, fifty at most, and does not answer for others", async () => {
    const ana = await open(ANA);
    const chat = `${CUSTOMER}@s.whatsapp.net`;
    const past = Array.from({ length: 60 }, (_, place) => ({
      id: `P${String(place)}`,
      from: CUSTOMER,
      fromMe: place % 2 === 0,
      text: `Frase ${String(place)}`,
      at: new Date(1_760_000_000_000 + place * 1_000),
    }));
    relay.control.remember(ANA, ...past);
    const answers: (string | null | undefined)[][] = [];
    ana.sock().ev.on("messaging-history.set", ({ messages, syncType }) => {
      if (Number(syncType) === 6) answers.push(messages.map(({ key }) => key.id));
    });
    await ana.sock().fetchMessageHistory(50, { remoteJid: chat, id: "P1", fromMe: true }, 0);
    await ana.sock().fetchMessageHistory(2, { remoteJid: chat, id: "P3", fromMe: false }, 0);
    await ana.sock().fetchMessageHistory(500, { remoteJid: chat, id: "P59", fromMe: false }, 0);
    await until(() => answers.length === 2);
    expect(answers[0]).toEqual(["P2", "P1"]);
    expect(answers[1]).toHaveLength(50);
    expect(answers[1]?.at(-1)).toBe("P9");
  });

  it("drops events when configured, although the sender gets an acknowledgement", async () => {
    const [ana, customer] = [await open(ANA), await open(CUSTOMER)];
    relay.control.dropEvents(ANA, true);
    await customer.send(`${ANA}@s.whatsapp.net`, { text: "Perdida" });
    relay.control.dropEvents(ANA, false);
    const id = await customer.send(`${ANA}@s.whatsapp.net`, { text: "Chegou" });
    await until(() => ana.received.size > 0);
    expect([...ana.received.keys()]).toEqual([id]);
  });
});
