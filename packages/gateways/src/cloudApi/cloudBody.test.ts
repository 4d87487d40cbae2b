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
    expect(toMessageBody(message({ kind: "text", body: "Olá!\n\n1 - Vendas", mentions: [], list }), "")).toEqual({
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
});
