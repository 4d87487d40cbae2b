import type { InboundEvent } from "@balcao/domain/messages";
import { openBaileysDouble, CUSTOMER, OWNER, type BaileysDouble } from "./baileysDouble.js";
import { closeStage, openLinkedStage, type Stage } from "./sessionConformance.js";
import { shownEdits } from "./shownEdits.js";
import { until } from "./testHost.js";

describe("hostile messages to a baileys session", () => {
  let stage: Stage;
  let double: BaileysDouble;
  beforeAll(async () => {
    stage = await openLinkedStage(async (host) => (double = await openBaileysDouble(host)));
  });
  afterAll(() => closeStage(stage));
  afterEach(() => void stage.host.accepted.splice(0));

  const messages = (): Extract<InboundEvent, { kind: "message" }>[] =>
    stage.host.accepted
      .map(({ kind, payload }) => double.connector.toInbound(kind, payload))
      .flatMap((event) => (event.kind === "message" ? [event] : []));
  const bodies = (): string[] => messages().map(({ content }) => (content.kind === "text" ? content.body : content.kind));
  const write = (text: string): Promise<string> => double.customerClient().send(`${OWNER}@s.whatsapp.net`, { text });

  it("are journalled in a form that the database accepts, with the messages around them [P-1]", async () => {
    const letters = "QUJD".repeat(16_384);
    await write("a\u0000b");
    await write(letters);
    double.relay.control.changeNext(OWNER, { stamp: "1795000000000" });
    await write("Do ano 58852");
    await write("Depois");
    await until(bodies, (found) => found.includes("Depois"));
    expect(bodies()).toEqual(["a\uFFFDb", letters, "Do ano 58852", "Depois"]);
    for (const { sentAt } of messages()) expect(Math.abs(sentAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(JSON.stringify(stage.host.accepted)).not.toContain("\\u0000");
  });

  it("are left out when their frame cannot be decoded, without an error that ends the process [P-1]", async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on("unhandledRejection", note);
    try {
      // An address without user and server cannot be decoded by the library.
      double.relay.control.bring(OWNER, { tag: "receipt", attrs: { from: "@", id: "R" } });
      await write("Depois");
      await until(bodies, (found) => found.includes("Depois"));
      expect(uncaught).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });

  it("are shown while they cannot be decrypted, and read when they arrive again", async () => {
    double.relay.control.changeNext(OWNER, { spoiled: { comesAgain: true } });
    const id = await write("Na segunda vez");
    await until(bodies, (found) => found.includes("Na segunda vez"));
    expect(messages().map(({ ref, content }) => [ref.externalId, content.kind])).toEqual([
      [id, "unreadable"],
      [id, "text"],
    ]);
  });

  it("are shown once when they never arrive again, and block nothing after them", async () => {
    double.relay.control.changeNext(OWNER, { spoiled: { comesAgain: false } });
    await write("Nunca lida");
    await write("Depois");
    await until(bodies, (found) => found.length >= 2);
    expect(bodies().sort()).toEqual(["Depois", "unreadable"]);
  });

  it("are shown when the network sends no content, and hidden when phones hide them too", async () => {
    const stanza = (id: string) => ({ from: `${CUSTOMER}@s.whatsapp.net`, id, type: "text", t: String(Math.floor(Date.now() / 1000)) });
    const enc = { tag: "enc", attrs: { type: "msg", v: "2", "decrypt-fail": "hide" }, content: Buffer.from("no ciphertext") };
    double.relay.control.bring(OWNER, { tag: "message", attrs: stanza("HIDDEN"), content: [enc] });
    const absent = { tag: "unavailable", attrs: { type: "hosted_unavailable_fanout" } };
    double.relay.control.bring(OWNER, { tag: "message", attrs: stanza("ABSENT"), content: [absent] });
    const once = { tag: "unavailable", attrs: { type: "view_once_unavailable_fanout" } };
    double.relay.control.bring(OWNER, { tag: "message", attrs: stanza("ONCE"), content: [once] });
    await write("Depois");
    await until(bodies, (found) => found.includes("Depois"));
    expect(messages().map(({ ref, content }) => [ref.externalId, content.kind])).toEqual([
      ["ABSENT", "unreadable"],
      ["ONCE", "viewOnce"],
      [expect.any(String), "text"],
    ]);
  });

  it("are edited in the sealed form, under the phone or the LID, with the secret outside the payload", async () => {
    const id = await write("Primiero");
    await double.act({ kind: "edit", target: id, text: "Primeiro" });
    await until(
      () => shownEdits(double),
      (edits) => edits.length === 1,
    );
    double.relay.control.alter(CUSTOMER, { hidesPhone: true });
    const hidden = await write("Segnudo");
    await double.act({ kind: "edit", target: hidden, text: "Segundo" });
    await until(
      () => shownEdits(double),
      (edits) => edits.length === 2,
    );
    double.relay.control.alter(CUSTOMER, { hidesPhone: false });
    expect(shownEdits(double)).toMatchObject([
      { target: { externalId: id, fromMe: false }, text: "Primeiro" },
      { target: { externalId: hidden, fromMe: false }, text: "Segundo" },
    ]);
    expect(JSON.stringify(stage.host.accepted.map(({ payload }) => payload))).not.toContain("messageSecret");
  });

  it("end a socket only with its cause in the log", async () => {
    double.relay.control.end(OWNER, "503");
    const line = await until(
      () => stage.host.logged.find(({ text, facts }) => text === "the connection to WhatsApp ended" && facts["code"] === 503),
      (found) => found !== undefined,
    );
    expect(line?.facts["cause"]).toMatch(/Stream Errored/);
    await stage.statusIs("CONNECTED");
  });
});
