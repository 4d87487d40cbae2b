import { toVcard } from "./cloudVcard.js";
import type { OutboundMessage } from "@balcao/domain/messages";
import { toMessageBody } from "./cloudBody.js";

const message = (content: OutboundMessage["content"]): OutboundMessage => ({
  outboxId: "o1",
  externalId: null,
  to: { phone: "5511999990001" },
  content,
  quoted: null,
  forwarded: null,
});

describe("the body of a message for Meta", () => {
  it("is an interactive list where the text has options [CONN-017, D-147]", () => {
    const list = { button: "Ver opções", rows: [{ id: "option:7", title: "Vendas" }] };
    expect(toMessageBody(message({ kind: "text", body: "Olá!\n\n1 - Vendas", mentions: [], list }), new Map())).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "5511999990001",
      type: "interactive",
      interactive: {
        type: "list",
        body: { text: "Olá!\n\n1 - Vendas" },
        action: { button: "Ver opções", sections: [{ title: "Ver opções", rows: [{ id: "option:7", title: "Vendas" }] }] },
      },
      biz_opaque_callback_data: "o1",
    });
  });

  it("is a card with all that it says: e-mails, firm, addresses, sites and birthday [CHAT-016]", () => {
    const contact = {
      name: { formatted_name: "Rui", first_name: "Rui" },
      phones: [],
      emails: [{ email: "rui@exemplo.test", type: "WORK" }],
      addresses: [{ street: "Rua A, 1", city: "Recife", state: "PE", zip: "50000-000", country: "Brasil", type: "WORK" }],
      urls: [{ url: "https://exemplo.test/a;b", type: "WORK" }],
      org: { company: "Rápida; Ltda", department: "Vendas", title: "Gerente" },
      birthday: "1985-04-12",
    };
    const card = toVcard(contact);
    expect(toMessageBody(message({ kind: "contacts", cards: [card] }), new Map())).toMatchObject({ contacts: [contact] });
    const bare = "BEGIN:VCARD\nFN:Rui\nBDAY:--04-12\nEND:VCARD";
    expect(toMessageBody(message({ kind: "contacts", cards: [{ name: "", vcard: bare }] }), new Map())).toMatchObject({
      contacts: [{ name: { formatted_name: "Rui", first_name: "Rui" }, phones: [] }],
    });
    expect(JSON.stringify(toMessageBody(message({ kind: "contacts", cards: [{ name: "", vcard: bare }] }), new Map()))).not.toMatch(
      /birthday|org|emails/,
    );
  });

  it("is a card whose number without a country is shown as it is written, and is no address [D-263]", () => {
    const vcard = "BEGIN:VCARD\nFN:Rui\nTEL;waid=5511988880000:+55 11 98888-0000\nTEL:011 3333-4444\nEND:VCARD";
    expect(toMessageBody(message({ kind: "contacts", cards: [{ name: "Rui", vcard }] }), new Map())).toMatchObject({
      contacts: [
        {
          phones: [
            { phone: "+5511988880000", wa_id: "5511988880000", type: "CELL" },
            { phone: "011 3333-4444", type: "CELL" },
          ],
        },
      ],
    });
  });
});
