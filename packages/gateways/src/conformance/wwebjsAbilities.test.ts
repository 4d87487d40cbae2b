import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { InboundEvent, MessageRef, OutboundContent, OutboundMessage } from "@balcao/domain/messages";
import type { GatewaySession } from "../port/index.js";
import { createTestHost, until, type TestHost } from "./testHost.js";
import { openWwebjsDouble, type WwebjsDouble } from "./wwebjsDouble.js";

const GROUP = "120363000000000001@g.us";
const CUSTOMER = "5511900000001";
const SECOND = "5511900000002@c.us";

/** All tests share one session, because they do not affect each other. */
describe("a wwebjs session", () => {
  let double: WwebjsDouble;
  let host: TestHost;
  let session: GatewaySession;

  const events = (): InboundEvent[] => double.journal().map(({ kind, payload }) => double.connector.toInbound(kind, payload));
  const eventOf = <Kind extends InboundEvent["kind"]>(
    kind: Kind,
    fits: (event: Extract<InboundEvent, { kind: Kind }>) => boolean = () => true,
  ): Promise<Extract<InboundEvent, { kind: Kind }> | undefined> =>
    until(
      () =>
        events()
          .filter((event): event is Extract<InboundEvent, { kind: Kind }> => event.kind === kind)
          .find(fits),
      (event) => event !== undefined,
    );
  const draft = (content: OutboundContent, changes: Partial<OutboundMessage> = {}): OutboundMessage => ({
    outboxId: "7",
    externalId: null,
    to: { phone: CUSTOMER },
    content,
    quoted: null,
    forwarded: null,
    ...changes,
  });
  const text = (body: string): OutboundContent => ({ kind: "text", body, mentions: [] });
  const send = async (message: OutboundMessage): Promise<string> => {
    const outcome = await session.send(message);
    if (outcome.state !== "sent") throw new Error(JSON.stringify(outcome));
    return outcome.externalId;
  };
  const ownRef = (externalId: string): MessageRef => ({ chat: { phone: CUSTOMER }, externalId, fromMe: true, author: { phone: CUSTOMER } });
  const shown = (id: string) => double.page.network.shown().find((message) => message.id === id);

  beforeAll(async () => {
    host = await createTestHost();
    double = await openWwebjsDouble(host);
    double.page.network.groups.set(GROUP, {
      id: GROUP,
      subject: "Obras",
      desc: "Da rua toda",
      participants: [
        { id: `${CUSTOMER}@c.us`, isAdmin: true, isSuperAdmin: false },
        { id: SECOND, isAdmin: false, isSuperAdmin: false },
      ],
    });
    session = double.connector.open(double.profile, host);
    await session.start();
    await until(
      () => session.status(),
      ({ status }) => status === "qrcode",
    );
    double.scanCode();
    await until(
      () => session.status(),
      ({ status }) => status === "CONNECTED",
    );
  });
  afterAll(async () => {
    await session.stop();
    await double.close();
    await host.remove();
  });

  it("edits, deletes for everyone and reacts", async () => {
    const id = await send(draft(text("Bom dai")));
    await session.edit?.(ownRef(id), "Bom dia");
    expect(shown(id)?.fields["body"]).toBe("Bom dia");
    await session.react?.(ownRef(id), "👍");
    expect(double.page.network.asks.at(-1)).toMatchObject({ what: "react", question: { emoji: "👍" } });
    await session.react?.(ownRef(id), null);
    expect(double.page.network.asks.at(-1)).toMatchObject({ what: "react", question: { emoji: "" } });
    await session.deleteForEveryone?.(ownRef(id));
    expect(shown(id)?.isRevoked).toBe(true);
    double.page.network.react(id, "🙏", "5511970000001@c.us");
    expect(await eventOf("reaction", ({ fromMe }) => fromMe)).toMatchObject({ target: { externalId: id }, emoji: "🙏" });
    expect(await eventOf("revoked", ({ target }) => target.externalId === id)).toMatchObject({ target: { fromMe: true } });
  });

  it("rejects a late deletion, and then deletes nothing only for us", async () => {
    const old = { body: "Antiga", t: Math.floor(Date.now() / 1000) - 3 * 24 * 3600 };
    const { key } = double.page.network.inbound({ type: "chat", fields: old, fromMe: true });
    await eventOf("message", ({ ref }) => ref.externalId === key.id);
    await expect(session.edit?.(ownRef(key.id), "Nova")).rejects.toMatchObject({ name: "GatewayError", kind: "invalid" });
    await expect(session.deleteForEveryone?.(ownRef(key.id))).rejects.toMatchObject({ name: "GatewayError", kind: "invalid" });
    await expect(session.edit?.(ownRef("3EB0NOTHERE"), "Nova")).rejects.toMatchObject({ kind: "invalid" });
  });

  it("forwards natively within one connection, and sends a copy of other messages", async () => {
    const theirs = await double.act({ kind: "text", text: "O endereço é este" });
    const original: MessageRef = { chat: { phone: CUSTOMER }, externalId: theirs, fromMe: false, author: { phone: CUSTOMER } };
    const native = await send(draft(text("O endereço é este"), { to: { phone: "5511900000002" }, forwarded: { original } }));
    expect(shown(native)).toMatchObject({ chat: SECOND, fields: { body: "O endereço é este", isForwarded: true } });
    const anew = await send(draft(text("De outra conexão"), { forwarded: { original: null } }));
    expect(shown(anew)).toMatchObject({ fields: { body: "De outra conexão", isForwarded: true } });
  });

  it("sends a location, a contact card and several cards", async () => {
    const place = await send(draft({ kind: "location", latitude: -23.5, longitude: 0, name: "Loja", address: "Rua 1" }));
    expect(shown(place)).toMatchObject({ type: "location", fields: { lat: -23.5, lng: 0, loc: "Loja\nRua 1" } });
    const vcard = "BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nEND:VCARD";
    const card = await send(draft({ kind: "contacts", cards: [{ name: "Bia", vcard }] }));
    expect(shown(card)).toMatchObject({ type: "vcard", fields: { body: vcard, vcardFormattedName: "Bia" } });
    const cards = [
      { name: "Bia", vcard },
      { name: "Rui", vcard },
    ];
    const several = await send(draft({ kind: "contacts", cards }));
    expect(shown(several)).toMatchObject({ type: "multi_vcard", fields: { vcardList: [{ displayName: "Bia" }, { displayName: "Rui" }] } });
    expect(
      await session.send(draft({ kind: "template", name: "x", language: "pt_BR", parts: [], files: [], version: null })),
    ).toMatchObject({
      state: "refused",
      retry: false,
    });
  });

  it("receives locations, contact cards and polls of customers", async () => {
    double.page.network.inbound({ type: "location", fields: { lat: -23, lng: -46, loc: "Casa\nRua 2", body: "thumbnail" } });
    expect(await eventOf("message", ({ content }) => content.kind === "location")).toMatchObject({
      content: { latitude: -23, longitude: -46, name: "Casa", address: "Rua 2" },
    });
    double.page.network.inbound({ type: "multi_vcard", fields: { vcardList: [{ displayName: "Ana", vcard: "BEGIN:VCARD" }] } });
    expect(await eventOf("message", ({ content }) => content.kind === "contacts")).toMatchObject({
      content: { vcards: [{ name: "Ana", vcard: "BEGIN:VCARD" }] },
    });
    const poll = double.page.network.inbound({
      type: "poll_creation",
      fields: { pollName: "Quando?", pollOptions: [{ name: "Hoje", localId: 0 }] },
    });
    expect(await eventOf("message", ({ ref }) => ref.externalId === poll.key.id)).toMatchObject({
      content: { kind: "text", body: "Enquete: Quando?\n• Hoje" },
    });
  });

  it("sends to a group with mentions, answers in it and lists its members", async () => {
    const group = { group: "120363000000000001" };
    expect(await session.getGroup?.(group)).toEqual({
      subject: "Obras",
      description: "Da rua toda",
      participants: [
        { peer: { phone: CUSTOMER }, name: null, admin: true },
        { peer: { phone: "5511900000002" }, name: null, admin: false },
      ],
    });
    const asked = double.page.network.inbound({
      type: "chat",
      chat: GROUP,
      author: SECOND,
      fields: { body: "Que horas?", notifyName: "Rui" },
    });
    const event = await eventOf("message", ({ ref }) => ref.externalId === asked.key.id);
    expect(event).toMatchObject({ ref: { chat: group, author: { phone: "5511900000002" }, fromMe: false }, authorName: "Rui" });
    const quoted = {
      externalId: asked.key.id,
      fromMe: false,
      author: { phone: "5511900000002" },
      type: "chat",
      body: "Que horas?",
    } as const;
    const content: OutboundContent = { kind: "text", body: "@5511900000002 às dez", mentions: [{ phone: "5511900000002" }] };
    const id = await send(draft(content, { to: group, quoted }));
    expect(shown(id)).toMatchObject({
      chat: GROUP,
      fields: { quotedStanzaID: asked.key.id, mentionedJidList: [expect.objectContaining({ _serialized: SECOND })] },
    });
    await session.edit?.({ chat: group, externalId: id, fromMe: true, author: group }, "@5511900000002 às onze");
    expect(shown(id)?.fields["body"]).toBe("@5511900000002 às onze");
  });

  it("receives a call and rejects it", async () => {
    double.page.broadcast({
      kind: "call",
      call: { id: "CALL1", peerJid: `${CUSTOMER}@c.us`, isVideo: true, isGroup: false, outgoing: false },
    });
    expect(await eventOf("call")).toMatchObject({ id: "CALL1", from: { phone: CUSTOMER }, video: true, group: false, phase: "offer" });
    await session.rejectCall?.({ id: "CALL1", from: { phone: CUSTOMER } });
    const stanzas = double.page.network.asks.filter(({ what }) => what === "stanza");
    expect(stanzas).toMatchObject([
      { question: { stanza: { tag: "call", content: [{ tag: "reject", attributes: { "call-id": "CALL1" } }] } } },
    ]);
  });

  it("marks a chat as read, shows typing, and receives what was read on the phone", async () => {
    const id = await double.act({ kind: "text", text: "Alguém?" });
    await session.markRead?.([{ chat: { phone: CUSTOMER }, externalId: id, fromMe: false, author: { phone: CUSTOMER } }]);
    expect(double.page.network.asks.at(-1)).toMatchObject({ what: "seen", question: { wid: `${CUSTOMER}@c.us` } });
    for (const state of ["composing", "recording", "paused"] as const) {
      await session.setTyping?.({ phone: CUSTOMER }, state, null);
      expect(double.page.network.asks.at(-1)).toMatchObject({ what: "chatState", question: { state } });
    }
    const next = await double.act({ kind: "text", text: "E agora?" });
    double.page.broadcast({ kind: "readOnPhone", wid: `${CUSTOMER}@c.us` });
    expect(await eventOf("readOnPhone", ({ externalIds }) => externalIds.includes(next))).toMatchObject({ chat: { phone: CUSTOMER } });
  });

  it("finds an account under both forms of a Brazilian number", async () => {
    double.page.network.accounts.add("551188880000@c.us");
    expect((await session.checkNumbers?.(["5511988880000"]))?.get("5511988880000")).toEqual({ phone: "551188880000" });
  });

  it("adds the phone to a customer who writes under a hidden address", async () => {
    double.page.network.lids[SECOND] = "200000000000002@lid";
    double.page.broadcast({ kind: "lids", lids: { [SECOND]: "200000000000002@lid" } });
    const { key } = double.page.network.inbound({ type: "chat", chat: "200000000000002@lid", fields: { body: "Sou eu" } });
    const event = await eventOf("message", ({ ref }) => ref.externalId === key.id);
    expect(event?.ref.chat).toEqual({ phone: "5511900000002", lid: "200000000000002" });
    const ref: MessageRef = { chat: { phone: "5511900000002", lid: "200000000000002" }, externalId: key.id, fromMe: false, author: {} };
    await session.react?.(ref, "❤️");
    expect(double.page.network.asks.at(-1)).toMatchObject({ question: { id: `false_200000000000002@lid_${key.id}` } });
  });

  it("sends one message at a time, reports none of them as typed on the phone, and loses nothing typed meanwhile", async () => {
    const bodies = ["um", "dois", "três"];
    const sends = bodies.map((body) => send(draft(text(body))));
    const typed = double.page.network.inbound({ type: "chat", fields: { body: "do celular" }, fromMe: true });
    const ids = await Promise.all(sends);
    const order = double.page.network.shown().filter(({ id }) => ids.includes(id));
    expect(order.map(({ fields }) => fields["body"])).toEqual(bodies);
    await eventOf("message", ({ ref }) => ref.externalId === typed.key.id);
    const received = events().filter((event) => event.kind === "message" && ids.includes(event.ref.externalId));
    expect(received).toEqual([]);
  });

  it.each(["image", "video"] as const)("receives a %s in HD as the better file of the same message [D-411]", async (kind) => {
    const act = { kind, mime: kind === "image" ? "image/jpeg" : "video/mp4", fileName: "", caption: "" };
    const large = randomBytes(5_000);
    const id = await double.act({ ...act, bytes: randomBytes(500) });
    await double.act({ ...act, bytes: large, better: id });
    const event = await eventOf("message", ({ ref, better = false }) => better && ref.externalId === id);
    const source = event?.content.kind === "media" ? event.content.source : null;
    if (source?.at !== "provider") throw new Error("no description came");
    const fetched = await session.fetchMedia?.(source);
    expect((await readFile(fetched?.path ?? "")).equals(large)).toBe(true);
  });

  it("receives a sticker as a sticker, and reports a file whose bytes are gone", async () => {
    const path = await host.temporaryPath();
    const bytes = randomBytes(900);
    await writeFile(path, bytes);
    const id = await send(
      draft({
        kind: "media",
        media: "sticker",
        path,
        mime: "image/webp",
        fileName: "a.webp",
        size: 900,
        caption: "",
        voice: false,
        seconds: null,
      }),
    );
    expect(shown(id)).toMatchObject({ type: "sticker" });
    expect(shown(id)?.bytes?.equals(bytes)).toBe(true);
    expect((await readFile(path)).equals(bytes)).toBe(true);
    const gone = await double.act({ kind: "image", bytes, mime: "image/png", fileName: "", caption: "" });
    const event = await eventOf("message", ({ ref }) => ref.externalId === gone);
    double.page.network.files.clear();
    const source = event?.content.kind === "media" ? event.content.source : null;
    if (source?.at !== "provider") throw new Error("no description came");
    await expect(session.fetchMedia?.(source)).rejects.toMatchObject({ name: "GatewayError", kind: "media" });
  });
});
