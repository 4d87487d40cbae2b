import { readFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import type { InboundEvent, MessageRef, OutboundContent, OutboundMessage } from "@balcao/domain/messages";
import { child } from "@balcao/simulators/relay";
import { abilityConformance } from "./abilityConformance.js";
import { CUSTOMER, openBaileysDouble, OWNER, type BaileysDouble } from "./baileysDouble.js";
import { closeStage, openLinkedStage, type Stage } from "./sessionConformance.js";
import { createTestHost, until } from "./testHost.js";

const ID = "3EB00123456789ABCDEF01";

abilityConformance("baileys", (host) => openBaileysDouble(host, { withCustomer: false }));

describe("a baileys session", () => {
  let stage: Stage;
  let double: BaileysDouble;
  beforeEach(async () => {
    stage = await openLinkedStage(async (host) => (double = await openBaileysDouble(host)));
  });
  afterEach(() => closeStage(stage));

  const events = (): InboundEvent[] => stage.host.accepted.map(({ kind, payload }) => double.connector.toInbound(kind, payload));
  const eventsOf = <Wanted extends InboundEvent["kind"]>(kind: Wanted): Extract<InboundEvent, { kind: Wanted }>[] =>
    events().filter((event): event is Extract<InboundEvent, { kind: Wanted }> => event.kind === kind);
  const received = async (id: string): Promise<Record<string, unknown>> => {
    await double.customerClient().readUp();
    const message = double.customerClient().received.get(id)?.message;
    return { ...message };
  };
  const send = (content: OutboundContent, changes: Partial<OutboundMessage> = {}): ReturnType<typeof stage.session.send> =>
    stage.session.send({ outboxId: "1", externalId: ID, to: { phone: CUSTOMER }, content, quoted: null, forwarded: null, ...changes });
  const text = (body: string): OutboundContent => ({ kind: "text", body, mentions: [] });
  const own: MessageRef = { chat: { phone: CUSTOMER }, externalId: ID, fromMe: true, author: { phone: CUSTOMER } };
  const customerParts = async (key: string): Promise<Record<string, unknown>[]> => {
    await double.customerClient().readUp();
    return [...double.customerClient().received.values()].flatMap(({ message }) => {
      const inner = message?.editedMessage?.message ?? message;
      const part: unknown = Object.entries(inner ?? {}).find(([name]) => name === key)?.[1];
      return typeof part === "object" && part !== null ? [{ ...part }] : [];
    });
  };

  it("edits, deletes and reacts", async () => {
    await send(text("Primiero"));
    await stage.session.edit?.(own, "Primeiro");
    const theirs = await double.act({ kind: "text", text: "Oi" });
    await until(
      () => eventsOf("message"),
      (found) => found.length === 1,
    );
    const target = { chat: { phone: CUSTOMER }, externalId: theirs, fromMe: false, author: { phone: CUSTOMER } };
    await stage.session.react?.(target, "👍");
    await stage.session.react?.(target, null);
    await stage.session.deleteForEveryone?.(own);
    expect(await customerParts("reactionMessage")).toMatchObject([{ text: "👍", key: { id: theirs } }, { text: "" }]);
    expect(await customerParts("protocolMessage")).toMatchObject([
      { type: 14, key: { id: ID } },
      { type: 0, key: { id: ID } },
    ]);
    await expect(stage.session.edit?.(target, "Não")).rejects.toMatchObject({ kind: "invalid" });
  });

  it("sends locations, contact cards and forwards", async () => {
    await send({ kind: "location", latitude: 0, longitude: -46.6, name: "Loja", address: "Rua A" });
    expect(await received(ID)).toMatchObject({
      locationMessage: { degreesLatitude: 0, degreesLongitude: -46.6, name: "Loja", address: "Rua A" },
    });
    const card = (name: string): { name: string; vcard: string } => ({ name, vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD` });
    await send({ kind: "contacts", cards: [card("Ana"), card("Rui")] }, { externalId: `${ID}A` });
    expect(await received(`${ID}A`)).toMatchObject({
      contactsArrayMessage: { contacts: [{ displayName: "Ana" }, { displayName: "Rui" }] },
    });
    await send(text("Passe adiante"), { externalId: `${ID}B`, forwarded: { original: null } });
    expect(await received(`${ID}B`)).toMatchObject({ extendedTextMessage: { text: "Passe adiante", contextInfo: { isForwarded: true } } });
  });

  it("receives locations and contact cards", async () => {
    const to = `${OWNER}@s.whatsapp.net`;
    await double.customerClient().send(to, { location: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: "Casa" } });
    await double
      .customerClient()
      .send(to, { contacts: { displayName: "Bia", contacts: [{ displayName: "Bia", vcard: "BEGIN:VCARD\nEND:VCARD" }] } });
    const found = await until(
      () => eventsOf("message"),
      (all) => all.length === 2,
    );
    expect(found.map(({ content }) => content)).toMatchObject([
      { kind: "location", latitude: -23.5, longitude: -46.6, name: "Casa" },
      { kind: "contacts", vcards: [{ name: "Bia" }] },
    ]);
  });

  it("sends and receives in a group, with mentions and with a member who has only a LID", async () => {
    const group = double.relay.control.createGroup({
      subject: "Equipe",
      members: [OWNER, CUSTOMER],
      admins: new Set([OWNER]),
      description: "Nossa",
    });
    const jid = `${group.id}@g.us`;
    await send({ kind: "text", body: `Oi @${CUSTOMER}`, mentions: [{ phone: CUSTOMER }] }, { to: { group: group.id } });
    expect(await received(ID)).toMatchObject({ extendedTextMessage: { contextInfo: { mentionedJid: [`${CUSTOMER}@s.whatsapp.net`] } } });
    await double.customerClient().send(jid, { text: `Olá @${OWNER}`, mentions: [`${OWNER}@s.whatsapp.net`] });
    const [first] = await until(
      () => eventsOf("message"),
      (found) => found.length === 1,
    );
    expect(first).toMatchObject({
      ref: { chat: { group: group.id }, author: { phone: CUSTOMER }, fromMe: false },
      mentions: [{ phone: OWNER }],
    });
    expect(await stage.session.getGroup?.({ group: group.id })).toMatchObject({
      subject: "Equipe",
      description: "Nossa",
      participants: [
        { peer: { phone: OWNER }, admin: true },
        { peer: { phone: CUSTOMER }, admin: false },
      ],
    });
  });

  it("receives from a customer with only a LID, and answers there", async () => {
    double.relay.control.alter(CUSTOMER, { hidesPhone: true });
    const { lid } = double.relay.control.account(CUSTOMER);
    await double.act({ kind: "text", text: "Sem número" });
    const [message] = await until(
      () => eventsOf("message"),
      (found) => found.length === 1,
    );
    expect(message?.ref.chat).toMatchObject({ lid });
    expect(await send(text("Oi"), { to: { lid } })).toMatchObject({ state: "sent" });
    expect(await received(ID)).toMatchObject({ extendedTextMessage: { text: "Oi" } });
  });

  it.each(["image", "video"] as const)("receives a %s in HD as the better file of the same message [D-411]", async (kind) => {
    const act = { kind, mime: kind === "image" ? "image/jpeg" : "video/mp4", fileName: "", caption: "" };
    const [small, large] = [randomBytes(500), randomBytes(5_000)];
    const id = await double.act({ ...act, bytes: small });
    await double.act({ ...act, bytes: large, better: id });
    const [first, second] = await until(
      () => eventsOf("message"),
      (found) => found.length === 2,
    );
    expect([first, second]).toMatchObject([{ ref: { externalId: id } }, { ref: { externalId: id }, better: true }]);
    const source = second?.content.kind === "media" ? second.content.source : null;
    if (source?.at !== "provider") throw new Error("no description came");
    const fetched = await stage.session.fetchMedia?.(source);
    expect((await readFile(fetched?.path ?? "")).equals(large)).toBe(true);
  });

  it("says that WhatsApp limits questions about numbers, and asks again afterwards [D-410]", async () => {
    double.relay.control.limitQuestions(0);
    await expect(stage.session.checkNumbers?.([CUSTOMER])).rejects.toMatchObject({ name: "GatewayError", kind: "rateLimited" });
    double.relay.control.limitQuestions(null);
    expect((await stage.session.checkNumbers?.([CUSTOMER]))?.get(CUSTOMER)).toMatchObject({ phone: CUSTOMER });
  });

  it("reports calls and rejects them, each at the address that it came from", async () => {
    double.relay.control.call(CUSTOMER, OWNER, "CALL1", "offer");
    const [call] = await until(
      () => eventsOf("call"),
      (found) => found.length === 1,
    );
    expect(call).toMatchObject({ id: "CALL1", from: { phone: CUSTOMER }, video: false, phase: "offer" });
    // The caller may have another address by then; of a call from before this session it is the only one that is known.
    await stage.session.rejectCall?.({ id: "CALL1", from: { lid: "990011" } });
    await stage.session.rejectCall?.({ id: "CALL0", from: { lid: "990011" } });
    const refusals = double.relay.control.received().filter(({ phone, node }) => phone === OWNER && child(node, "reject") !== undefined);
    expect(refusals.map(({ node }) => node.attrs["to"])).toEqual([`${CUSTOMER}@s.whatsapp.net`, "990011@lid"]);
    double.relay.control.call(CUSTOMER, OWNER, "CALL1", "terminate");
    await until(
      () => eventsOf("call"),
      (found) => found.some(({ phase }) => phase === "ended"),
    );
  });

  it("marks as read, shows typing, and receives what the owner read on the phone", async () => {
    const id = await double.act({ kind: "text", text: "Oi" });
    await until(
      () => eventsOf("message"),
      (found) => found.length === 1,
    );
    await stage.session.markRead?.([{ chat: { phone: CUSTOMER }, externalId: id, fromMe: false, author: { phone: CUSTOMER } }]);
    await stage.session.setTyping?.({ phone: CUSTOMER }, "composing", null);
    await until(
      () => double.relay.control.received().filter(({ phone }) => phone === OWNER),
      (received) =>
        received.some(({ node }) => node.tag === "receipt" && node.attrs["type"] === "read" && node.attrs["id"] === id) &&
        received.some(({ node }) => node.tag === "chatstate"),
    );
    double.relay.control.readOnPhone(OWNER, CUSTOMER, [id]);
    await until(
      () => eventsOf("readOnPhone"),
      (found) => found.length === 1,
    );
    expect(eventsOf("readOnPhone")).toMatchObject([{ chat: { phone: CUSTOMER } }]);
  });

  it("fetches a file that WhatsApp has deleted, from the sender's phone", async () => {
    const bytes = randomBytes(50_000);
    const id = await double.act({ kind: "document", bytes, mime: "application/pdf", fileName: "velho.pdf", caption: "" });
    const [message] = await until(
      () => eventsOf("message"),
      (found) => found.length === 1,
    );
    const source = message?.content.kind === "media" ? message.content.source : null;
    if (source?.at !== "provider") throw new Error("no description came");
    double.relay.media.expire();
    await expect(stage.session.fetchMedia?.(source)).rejects.toMatchObject({ kind: "media" });
    double.relay.media.keepOnPhone(
      id,
      Buffer.from(String(source.descriptor["mediaKey"]), "base64"),
      String(source.descriptor["directPath"]),
    );
    const fetched = await stage.session.fetchMedia?.(source);
    expect((await readFile(fetched?.path ?? "")).equals(bytes)).toBe(true);
    expect(fetched?.fileName).toBe("velho.pdf");
  });

  it("refuses a file that was changed on its way", async () => {
    double.relay.media.corrupt();
    await double.act({ kind: "document", bytes: randomBytes(5_000), mime: "application/pdf", fileName: "x.pdf", caption: "" });
    const [message] = await until(
      () => eventsOf("message"),
      (found) => found.length === 1,
    );
    const source = message?.content.kind === "media" ? message.content.source : null;
    if (source?.at !== "provider") throw new Error("no description came");
    await expect(stage.session.fetchMedia?.(source)).rejects.toMatchObject({ kind: "media" });
  });
});

describe("the history of a newly linked phone", () => {
  it("arrives once, with past times, and sends no greeting", async () => {
    const host = await createTestHost();
    const double = await openBaileysDouble(host, { withCustomer: false });
    const at = new Date("2026-01-02T10:00:00Z");
    double.relay.control.remember(
      OWNER,
      { id: "OLD1", from: CUSTOMER, fromMe: false, text: "De antes", at },
      { id: "OLD2", from: CUSTOMER, fromMe: true, text: "Resposta de antes", at },
    );
    const session = double.connector.open(double.profile, host);
    await session.start();
    await until(
      () => session.status(),
      ({ status }) => status === "qrcode",
    );
    double.scanCode();
    await until(
      () => host.accepted.filter(({ kind }) => kind === "message"),
      (found) => found.length === 2,
    );
    const found = host.accepted
      .filter(({ kind }) => kind === "message")
      .map(({ kind, payload }) => double.connector.toInbound(kind, payload));
    expect(found).toMatchObject([
      { live: false, sentAt: at, ref: { externalId: "OLD1", fromMe: false } },
      { live: false, sentAt: at, ref: { externalId: "OLD2", fromMe: true } },
    ]);
    await session.stop();
    await double.close();
    await host.remove();
  });
});
