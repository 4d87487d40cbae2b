import { type InboundEvent, type MessageContent, type MessageRef, UNREADABLE_BODY } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

const ANA = { phone: "5511900000001" };
const OTHER = { phone: "5511900000002" };
const GROUP = { group: "120363000000000001" };
const SAID = new Date("2026-11-20T12:00:00Z");
const KIND = { message: "message", edited: "edit", sealedEdit: "edit", revoked: "revoke" } as const;

interface MessageRow {
  readonly body: string;
  readonly type: string;
  readonly isEdited: boolean;
  readonly previousBody: string | null;
  readonly editUnreadable: boolean;
  readonly sentAt: Date;
  readonly author: string;
}

describe("messages that arrive unreadable or with sealed edits", () => {
  let test: TestServices;
  let id: number;
  let count = 0;
  /** The events that payloads refer to: a payload is only an index here. */
  const eventsByNumber: InboundEvent[] = [];
  const interpreter: Interpreter = {
    toInbound: (_api, _kind, payload) => eventsByNumber[(payload as { n: number }).n] ?? { kind: "ignored", reason: "" },
    openEdit: (_api, sealed, { secret, author }) =>
      secret === sealed["secret"] && author.some(({ phone }) => phone === sealed["author"]) ? String(sealed["text"]) : null,
  };
  beforeAll(async () => {
    test = await openTestServices();
    id = await test.connection("baileys");
  });
  afterAll(() => test.close());

  const arrive = async (event: InboundEvent & { kind: keyof typeof KIND }, secret?: string): Promise<void> => {
    count += 1;
    eventsByNumber[count] = event;
    const delivered = {
      kind: KIND[event.kind],
      chat: "one",
      dedupeKey: `k${count}`,
      sentAt: SAID,
      payload: { n: count },
      fileIds: [],
      ...(secret === undefined ? {} : { secret }),
    };
    await acceptDelivery(test.services, { id }, { events: [delivered], files: [] });
    while (await drainLane(test.services, interpreter));
  };
  const ref = (externalId: string, more: Partial<MessageRef> = {}): MessageRef => ({
    chat: ANA,
    author: ANA,
    fromMe: false,
    externalId,
    ...more,
  });
  const message = (at: MessageRef, content: MessageContent, sentAt = SAID): InboundEvent & { kind: "message" } => ({
    kind: "message",
    ref: at,
    authorName: null,
    sentAt,
    content,
    quotedExternalId: null,
    mentions: [],
    forwarded: false,
    live: true,
  });
  const text = (body: string): MessageContent => ({ kind: "text", type: "conversation", body });
  const sealed = (target: MessageRef, words: string, { secret = "c2VjcmV0", minutes = 1 } = {}): InboundEvent & { kind: "sealedEdit" } => ({
    kind: "sealedEdit",
    target,
    sealed: { secret, author: ANA.phone, text: words },
    at: new Date(SAID.getTime() + minutes * 60_000),
  });
  const rows = (externalId: string) =>
    test.rows<MessageRow>(
      `SELECT body, type, is_edited AS "isEdited", previous_body AS "previousBody", edit_unreadable AS "editUnreadable", sent_at AS "sentAt", author
       FROM message WHERE external_id = $1 ORDER BY id`,
      [externalId],
    );
  const preview = async (): Promise<string | undefined> =>
    (await test.rows<{ text: string }>("SELECT last_message AS text FROM ticket ORDER BY last_activity DESC, id DESC LIMIT 1"))[0]?.text;
  const tickets = () => test.rows<{ id: number; unread: number; status: string }>("SELECT id, unread, status FROM ticket ORDER BY id");

  it("are edited when the secret that came with the message opens the edit [CONV-028]", async () => {
    await arrive(message(ref("E1"), text("Custa 10")), "c2VjcmV0");
    const before = await tickets();
    await arrive(sealed(ref("E1"), "Custa 12"));
    expect(await rows("E1")).toMatchObject([{ body: "Custa 12", previousBody: "Custa 10", isEdited: true, editUnreadable: false }]);
    expect(await tickets()).toEqual(before);
  });

  it("keep their text, marked as edited, when the edit cannot be opened, and do not become unread", async () => {
    await arrive(message(ref("E2"), text("Às três")), "c2VjcmV0");
    await arrive(message(ref("E3"), text("Sem segredo")));
    const before = await tickets();
    await arrive(sealed(ref("E2"), "Às quatro", { secret: "b3V0cm8=" }));
    await arrive(sealed(ref("E3"), "Perdida"));
    expect(await rows("E2")).toMatchObject([{ body: "Às três", isEdited: true, editUnreadable: true }]);
    expect(await rows("E3")).toMatchObject([{ body: "Sem segredo", isEdited: true, editUnreadable: true }]);
    expect(await tickets()).toEqual(before);
    await arrive(sealed(ref("E2"), "Às cinco", { minutes: 2 }));
    expect(await rows("E2")).toMatchObject([{ body: "Às cinco", isEdited: true, editUnreadable: false }]);
    await arrive(sealed(ref("E2"), "velha", { secret: "b3V0cm8=", minutes: 1 }));
    expect(await rows("E2")).toMatchObject([{ body: "Às cinco", editUnreadable: false }]);
  });

  it("show their current text in lists", async () => {
    await arrive(message(ref("P1"), { kind: "unreadable" }, new Date(SAID.getTime() + 1_000)));
    expect(await preview()).toBe(UNREADABLE_BODY);
    await arrive(message(ref("P1"), text("Chegou"), new Date(SAID.getTime() + 1_000)), "c2VjcmV0");
    expect(await preview()).toBe("Chegou");
    await arrive(sealed(ref("P1"), "Mudou"));
    expect(await preview()).toBe("Mudou");
    await arrive({ kind: "edited", target: ref("E1"), text: "Um velho muda", at: new Date(SAID.getTime() + 600_000) });
    expect(await preview()).toBe("Mudou");
    await arrive({ kind: "revoked", target: ref("P1"), at: SAID });
    expect(await preview()).toBe("Mensagem apagada");
  });

  it("are edited by an edit that arrives before its message", async () => {
    await arrive(sealed(ref("E4"), "Depois"));
    expect(await rows("E4")).toEqual([]);
    await arrive(message(ref("E4"), text("Antes")), "c2VjcmV0");
    expect(await rows("E4")).toMatchObject([{ body: "Depois", previousBody: "Antes" }]);
  });

  it("have a visible placeholder that the text fills, once, and then take the edit that came in between", async () => {
    const [before] = await tickets();
    await arrive(message(ref("U1"), { kind: "unreadable" }));
    expect(await rows("U1")).toMatchObject([{ type: "text", body: UNREADABLE_BODY }]);
    await arrive(sealed(ref("U1"), "O novo texto"));
    await arrive(message(ref("U1"), text("O texto"), new Date(SAID.getTime() + 5_000)), "c2VjcmV0");
    expect(await rows("U1")).toMatchObject([{ type: "conversation", body: "O novo texto", previousBody: "O texto", sentAt: SAID }]);
    expect((await tickets())[0]?.unread).toBe((before?.unread ?? 0) + 1);
    await arrive(message(ref("U1"), { kind: "unreadable" }));
    expect(await rows("U1")).toHaveLength(1);
    expect(await rows("U1")).toMatchObject([{ body: "O novo texto" }]);
  });

  it("are filled in their own ticket, without a new one, even if it is closed by now", async () => {
    await arrive(message(ref("U2"), { kind: "unreadable" }));
    await test.rows("UPDATE ticket SET status = 'closed', closed_at = now() - interval '1 day'");
    const before = await tickets();
    await arrive(message(ref("U2"), text("Chegou")));
    expect(await rows("U2")).toMatchObject([{ body: "Chegou" }]);
    expect(await tickets()).toEqual(before);
  });

  it("are filled under another spelling of their author's address", async () => {
    const lid = { lid: "777" };
    await arrive(message(ref("U5", { chat: { ...ANA, ...lid }, author: { ...ANA, ...lid } }), text("Conhecida")));
    await arrive(message(ref("U6"), { kind: "unreadable" }));
    await arrive(message(ref("U6", { chat: lid, author: lid }), text("Pelo LID")));
    expect((await rows("U6")).map(({ body }) => body)).toEqual(["Pelo LID"]);
  });

  it("are filled when the owner wrote them on the phone", async () => {
    await arrive(message(ref("U3", { fromMe: true }), { kind: "unreadable" }));
    await arrive(message(ref("U3", { fromMe: true }), text("Do celular")));
    expect(await rows("U3")).toMatchObject([{ body: "Do celular", author: "me" }]);
  });

  it("are filled only by their own author in a group", async () => {
    await test.rows("UPDATE setting SET value = 'disabled' WHERE key = 'CheckMsgIsGroup'");
    await test.services.directory.refresh();
    await arrive(message(ref("U4", { chat: GROUP }), { kind: "unreadable" }));
    await arrive(message(ref("U4", { chat: GROUP, author: OTHER }), text("De outra pessoa")));
    await arrive(message(ref("U4", { chat: GROUP }), text("Meu")));
    expect((await rows("U4")).map(({ author, body }) => [author, body])).toEqual([
      [`phone:${ANA.phone}`, "Meu"],
      [`phone:${OTHER.phone}`, "De outra pessoa"],
    ]);
  });

  it("never have a time later than their arrival, so that lists stay ordered and later edits apply", async () => {
    const far = new Date("2090-01-01T00:00:00Z");
    await arrive(message(ref("F1"), text("Do futuro"), far));
    const [row] = await rows("F1");
    expect(row?.sentAt.getTime()).toBeLessThanOrEqual(Date.now());
    await arrive({ kind: "edited", target: ref("F1"), text: "Editada no futuro", at: far });
    await arrive({ kind: "edited", target: ref("F1"), text: "Editada hoje", at: new Date(Date.now() + 5_000) });
    expect(await rows("F1")).toMatchObject([{ body: "Editada hoje" }]);
  });
});
