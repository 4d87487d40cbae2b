import { toVcard } from "./cloudVcard.js";
import { readVcard } from "@balcao/domain/contacts";
import { toInbound } from "./cloudInbound.js";
import { AT, BSUID, change, chat, CUSTOMER, message, RECEIVED, SECONDS } from "./metaChange.fixture.js";

const contentOf = (fields: object): unknown => {
  const event = toInbound(message(fields));
  return event.kind === "message" ? event.content : event;
};

describe("an event of Meta", () => {
  it("is a text with its author, its time and the message it answers", () => {
    const text = { type: "text", text: { body: "Olá" }, context: { from: "5511970000001", id: "wamid.0", forwarded: true } };
    expect(toInbound(message(text))).toEqual({
      kind: "message",
      ref: { chat, externalId: "wamid.1", fromMe: false, author: chat },
      authorName: "Rui",
      sentAt: AT,
      content: { kind: "text", type: "text", body: "Olá" },
      quotedExternalId: "wamid.0",
      mentions: [],
      forwarded: true,
      live: true,
    });
  });

  it("names the advertisement that it came from", () => {
    const referral = { source_url: "https://fb.me/1", source_type: "ad", source_id: "120210", headline: "Camisas" };
    const text = { type: "text", text: { body: "Quero" } };
    expect(toInbound(message({ ...text, referral: { ...referral, ctwa_clid: "ARA1" } }))).toMatchObject({ ad: { clickId: "ARA1" } });
    expect(toInbound(message({ ...text, referral }))).toMatchObject({ ad: { headline: "Camisas", id: "120210", url: "https://fb.me/1" } });
    expect(toInbound(message(text))).not.toHaveProperty("ad");
  });

  it("is an opened chat where the person has not written yet, and nothing without an advertisement [D-471]", () => {
    const referral = { source_url: "https://fb.me/1", source_type: "ad", source_id: "120210", ctwa_clid: "ARA1" };
    expect(toInbound(message({ type: "request_welcome", referral }))).toMatchObject({ kind: "chatOpened", ad: { clickId: "ARA1" } });
    expect(toInbound(message({ type: "request_welcome" }))).toMatchObject({ kind: "ignored" });
  });

  it("reads every value of a form, also those within others", () => {
    const answers = { endereço: { rua: "Rua A", número: 5 }, itens: [{ nome: "Bolo" }, "Pão"], aceito: true, vazio: {} };
    const event = toInbound(
      message({
        type: "interactive",
        interactive: { type: "nfm_reply", nfm_reply: { body: "Sent", response_json: JSON.stringify(answers) } },
      }),
    );
    const body = event.kind === "message" && event.content.kind === "text" ? event.content.body : "";
    for (const value of ["Rua A", "5", "Bolo", "Pão"]) expect(body).toContain(value);
  });

  it("is backlog when it arrives late", () => {
    expect(toInbound(message({ type: "text", text: { body: "x" }, timestamp: String(Number(SECONDS) - 3_600) }))).toMatchObject({
      live: false,
    });
  });

  it.each([
    ["image", { mime_type: "image/jpeg", caption: "Veja" }, { media: "image", caption: "Veja", voice: false }],
    ["audio", { mime_type: "audio/ogg; codecs=opus", voice: true }, { media: "audio", voice: true }],
    ["document", { mime_type: "application/pdf", filename: "a.pdf" }, { media: "document", fileName: "a.pdf" }],
    ["sticker", { mime_type: "image/webp", animated: true }, { media: "sticker" }],
  ])("is a file to be fetched: %s", (type, fields, expected) => {
    const source = { at: "provider", descriptor: { id: "77", sha256: "aGFzaA==" } };
    expect(contentOf({ type, [type]: { id: "77", sha256: "aGFzaA==", ...fields } })).toMatchObject({ kind: "media", source, ...expected });
  });

  it("is the tapped row of a list, with its id [D-147]", () => {
    const list_reply = { id: "option:2", title: "Vendas", description: "Loja" };
    expect(contentOf({ type: "interactive", interactive: { type: "list_reply", list_reply } })).toEqual({
      kind: "text",
      type: "text",
      body: "Vendas\nLoja",
      rowId: "option:2",
    });
  });

  it.each([
    ["a button", { type: "button", button: { payload: "1", text: "Quero" } }, "Quero"],
    ["a reply button", { type: "interactive", interactive: { type: "button_reply", button_reply: { id: "1", title: "Sim" } } }, "Sim"],
    [
      "a form",
      {
        type: "interactive",
        interactive: {
          type: "nfm_reply",
          nfm_reply: {
            name: "flow",
            body: "Sent",
            response_json: '{"flow_token":"x","screen_0_Nome_0":"Ana","screen_0_Turno_1":"0_Manhã"}',
          },
        },
      },
      "Nome: Ana\nTurno: Manhã",
    ],
    [
      "a permission to call",
      {
        type: "interactive",
        interactive: {
          type: "call_permission_reply",
          call_permission_reply: {
            response: "accept",
            is_permanent: false,
            expiration_timestamp: 1_795_000_000,
            response_source: "user_action",
          },
        },
      },
      "Permissão para ligar: aceita até 18/11/2026, 08:06 (horário de Brasília)",
    ],
    [
      "a refused permission to call",
      { type: "interactive", interactive: { type: "call_permission_reply", call_permission_reply: { response: "reject" } } },
      "Permissão para ligar: recusada",
    ],
    [
      "buttons that the number's owner sent",
      {
        type: "interactive",
        interactive: {
          type: "button",
          body: { text: "Confirma?" },
          action: { buttons: [{ type: "reply", reply: { id: "1", title: "Sim" } }] },
        },
      },
      "Confirma?\nSim",
    ],
    ["a kind of tomorrow", { type: "dream", dream: { title: "Viagem", id: "7" } }, "Viagem"],
    [
      "a text from an advertisement",
      {
        type: "text",
        text: { body: "Quero" },
        referral: { source_url: "https://fb.me/1", source_type: "ad", headline: "Camisas", body: "Só hoje", ctwa_clid: "x" },
      },
      "Quero\n\nAnúncio: Camisas\nSó hoje\nhttps://fb.me/1",
    ],
    [
      "a question about a product",
      { type: "text", text: { body: "Tem?" }, context: { referred_product: { catalog_id: "1", product_retailer_id: "CAM-1" } } },
      "Tem?\n\nProduto: CAM-1",
    ],
    [
      "an order",
      {
        type: "order",
        order: { text: "Por favor", product_items: [{ product_retailer_id: "A1", quantity: 2, item_price: 9.5, currency: "BRL" }] },
      },
      "Por favor\n2 × A1 · R$\u00a09,50",
    ],
  ])("is %s, as text", (_what, fields, body) => {
    expect(contentOf(fields)).toEqual({ kind: "text", type: "text", body });
  });

  it("is a location, and contact cards as WhatsApp writes them", () => {
    const location = { latitude: -23.5, longitude: -46.6, name: "Loja" };
    expect(contentOf({ type: "location", location })).toMatchObject({ kind: "location", ...location, address: "" });
    const contacts = [
      { name: { formatted_name: "Rui; Souza", first_name: "Rui" }, phones: [{ phone: "+55 11 98888-7777", wa_id: CUSTOMER }] },
    ];
    expect(contentOf({ type: "contacts", contacts })).toEqual({
      kind: "contacts",
      vcards: [
        {
          name: "Rui; Souza",
          vcard: `BEGIN:VCARD\nVERSION:3.0\nN:;Rui;;;\nFN:Rui\\; Souza\nTEL;type=CELL;waid=${CUSTOMER}:+55 11 98888-7777\nEND:VCARD`,
        },
      ],
    });
  });

  it("is a card with e-mail alone, or a firm without a name, and loses nothing [CHAT-016]", () => {
    const contacts = [
      { name: { formatted_name: "Ana" }, emails: [{ email: "ana@exemplo.test" }] },
      {
        org: { company: "Rápida; Ltda", title: "Gerente" },
        addresses: [{ street: "Rua A, 1", city: "Recife", zip: "50000-000" }],
        urls: [{ url: "https://exemplo.test" }],
        birthday: "1985-04-12",
      },
    ];
    const cards = contacts.map((contact) => readVcard(toVcard(contact).vcard));
    expect(contentOf({ type: "contacts", contacts })).toEqual({ kind: "contacts", vcards: contacts.map(toVcard) });
    expect(cards).toMatchObject([
      { name: "Ana", phones: [], emails: ["ana@exemplo.test"] },
      {
        name: "Rápida; Ltda",
        company: "Rápida; Ltda",
        title: "Gerente",
        addresses: [{ street: "Rua A, 1", city: "Recife", zip: "50000-000" }],
        sites: ["https://exemplo.test"],
        birthday: "1985-04-12",
      },
    ]);
  });

  it.each([
    ["unsupported", { type: "unsupported", errors: [{ code: 131051 }] }],
    ["a type of the future", { type: "hologram", hologram: {} }],
    ["an empty tap", { type: "interactive", interactive: {} }],
    ["cards without cards", { type: "contacts", contacts: 7 }],
  ])("is shown as not supported: %s", (_what, fields) => {
    expect(contentOf(fields)).toMatchObject({ kind: "unsupported" });
  });

  it("is a change of an earlier message", () => {
    const target = { chat, externalId: "wamid.0", fromMe: false, author: chat };
    const edit = { original_message_id: "wamid.0", message: { type: "text", text: { body: "Novo" } } };
    expect(toInbound(message({ type: "edit", edit }))).toEqual({ kind: "edited", target, text: "Novo", at: AT });
    expect(toInbound(message({ type: "revoke", revoke: { original_message_id: "wamid.0" } }))).toEqual({ kind: "revoked", target, at: AT });
    const reaction = { message_id: "wamid.0", emoji: "👍" };
    expect(toInbound(message({ type: "reaction", reaction }))).toMatchObject({
      kind: "reaction",
      target: { ...target, fromMe: null },
      by: chat,
      emoji: "👍",
    });
    expect(toInbound(message({ type: "reaction", reaction: { message_id: "wamid.0" } }))).toMatchObject({ emoji: null });
  });

  it("is a change of the customer's number", () => {
    const system = { type: "user_changed_number", body: "…", wa_id: "5511977776666" };
    expect(toInbound(message({ type: "system", system }))).toEqual({
      kind: "addressChanged",
      from: chat,
      to: { phone: "5511977776666" },
      at: AT,
    });
    const both = { ...system, user_id: "BR.2new", previous_user_id: "BR.1old" };
    expect(toInbound(message({ type: "system", system: both }))).toMatchObject({
      from: { phone: CUSTOMER, bsuid: "BR.1old" },
      to: { phone: "5511977776666", bsuid: "BR.2new" },
    });
    const idAlone = { type: "user_changed_user_id", user_id: "BR.2new", previous_user_id: "BR.1old" };
    expect(toInbound(message({ type: "system", from: undefined, from_user_id: "BR.2new", system: idAlone }))).toMatchObject({
      from: { bsuid: "BR.1old" },
      to: { bsuid: "BR.2new" },
    });
    for (const none of [{ type: "user_changed_number" }, null])
      expect(toInbound(message({ type: "system", system: none })).kind).toBe("ignored");
  });

  it("is from a customer who hides the number", () => {
    const hidden = { from: undefined, type: "text", text: { body: "Oi" } };
    expect(toInbound(message(hidden, { profile: { name: "", username: "rui" }, user_id: BSUID }))).toMatchObject({
      ref: { chat: { bsuid: BSUID } },
      authorName: "rui",
    });
  });

  it("is a status of our message, with the reason and our own id", () => {
    const outboxId = "0190a3f2-7d11-7c4e-9b1a-5f2d3c4b6a70";
    const status = { id: "wamid.9", timestamp: SECONDS, recipient_id: CUSTOMER, biz_opaque_callback_data: outboxId };
    const errors = [{ code: 131047, title: "Re-engagement message", message: "m", error_data: { details: "d" } }];
    expect(toInbound(change({ statuses: [{ ...status, status: "failed", errors }] }))).toEqual({
      kind: "ack",
      chat: { phone: CUSTOMER },
      externalIds: ["wamid.9"],
      ack: -1,
      error: { code: 131047, title: "Re-engagement message", message: "m", details: "d" },
      outboxId,
      by: null,
      at: AT,
    });
    const pricing = { billable: true, pricing_model: "PMP", type: "regular", category: "service" };
    expect(toInbound(change({ statuses: [{ ...status, status: "sent", pricing }] }))).toMatchObject({
      pricing: { billable: true, model: "PMP", type: "regular", category: "service" },
    });
    const acks = ["sent", "delivered", "read", "played"].map((word) => toInbound(change({ statuses: [{ ...status, status: word }] })));
    expect(acks).toMatchObject([{ ack: 1 }, { ack: 2 }, { ack: 3 }, { ack: 4, error: null }]);
    const strange = { ...status, status: "sent", biz_opaque_callback_data: "x' OR 1=1" };
    expect(toInbound(change({ statuses: [strange] }))).toMatchObject({ outboxId: null });
  });

  it("is a message from the owner's phone, a call, a template review, or a change of the account", () => {
    const echo = { from: "5511970000001", to: CUSTOMER, id: "wamid.5", timestamp: SECONDS, type: "text", text: { body: "Do celular" } };
    expect(toInbound(change({ message_echoes: [echo] }, "smb_message_echoes"))).toMatchObject({
      ref: { chat: { phone: CUSTOMER }, fromMe: true },
      content: { body: "Do celular" },
    });
    const call = { id: "wacid.1", from: CUSTOMER, event: "connect", timestamp: SECONDS };
    expect(toInbound(change({ calls: [call] }, "calls"))).toMatchObject({ kind: "call", id: "wacid.1", phase: "offer", at: AT });
    const verdict = { event: "REJECTED", message_template_name: "a", message_template_language: "pt_BR", reason: "ABUSIVE_CONTENT" };
    expect(toInbound(change(verdict, "message_template_status_update"))).toMatchObject({
      kind: "templateStatus",
      reason: "ABUSIVE_CONTENT",
    });
    expect(toInbound(change({ event: "VERIFIED_ACCOUNT" }, "account_update"))).toEqual({ kind: "sessionHint", hint: "account_update" });
  });

  it.each([
    ["history", change({ history: [{ metadata: { phase: 0 }, threads: [] }] }, "history")],
    ["smb_app_state_sync group", change({ state_sync: [{ type: "group", action: "add" }] }, "smb_app_state_sync")],
    ["user_preferences", change({ user_preferences: [{ wa_id: CUSTOMER, category: "news", value: "stop" }] }, "user_preferences")],
    ["messages", change({ polls: [{ id: "1" }] })],
    ["messages status frozen", change({ statuses: [{ id: "wamid.9", status: "frozen", recipient_id: CUSTOMER }] })],
    ["messages system customer_identity_changed", message({ type: "system", system: { type: "customer_identity_changed" } })],
    ["a?b", change({}, "a\u0000b")],
  ])("is unknown, with its name, when this version does not read it: %s [D-276]", (name, payload) => {
    expect(toInbound(payload)).toEqual({ kind: "unknown", name, at: RECEIVED });
  });

  it.each([
    null,
    7,
    "x",
    [],
    {},
    { field: "messages" },
    { field: "messages", value: { messages: [{}] } },
    change({ statuses: [{ id: 7 }] }),
  ])("is nothing: %j", (payload) => {
    expect(toInbound(payload).kind).toBe("ignored");
  });
});
