import type { MediaSource, MessageContent } from "@balcao/domain/messages";
import { partOf, toContent, VIEW_ONCE } from "./messageTree.js";
import type { PlainObject } from "./plainJson.js";

const SOURCE: MediaSource = { at: "store", fileId: "f1" };

function read(message: PlainObject): MessageContent {
  const part = partOf(message);
  if (part === null) throw new Error("a message without content");
  return toContent(part, { sourceOf: () => SOURCE });
}

/** The text of a message, wherever it is shown. */
function wordsOf(message: PlainObject): string {
  const content = read(message);
  if (content.kind === "text") return content.body;
  return content.kind === "media" ? content.caption : content.kind;
}

const hydrated = {
  hydratedTitleText: "Sua encomenda",
  hydratedContentText: "Olá, Ana! Saiu para entrega.",
  hydratedFooterText: "Loja Azul",
  hydratedButtons: [
    { quickReplyButton: { displayText: "Obrigada", id: "1" } },
    { urlButton: { displayText: "Rastrear", url: "https://loja.example/r/1" } },
    { callButton: { displayText: "Ligar", phoneNumber: "+551140000000" } },
  ],
};
const TEMPLATE =
  "Sua encomenda\nOlá, Ana! Saiu para entrega.\nLoja Azul\n• Obrigada\n• Rastrear: https://loja.example/r/1\n• Ligar: +551140000000";

/** The same message as a Go program writes it: each choice is below its own name. */
const hydratedByGo = {
  Title: { HydratedTitleText: "Sua encomenda" },
  hydratedContentText: "Olá, Ana! Saiu para entrega.",
  hydratedFooterText: "Loja Azul",
  hydratedButtons: [
    { HydratedButton: { QuickReplyButton: { displayText: "Obrigada", ID: "1" } } },
    { HydratedButton: { UrlButton: { displayText: "Rastrear", URL: "https://loja.example/r/1" } } },
    { HydratedButton: { CallButton: { displayText: "Ligar", phoneNumber: "+551140000000" } } },
  ],
};

const pix = {
  reference_id: "P-77",
  currency: "BRL",
  total_amount: { value: 2590, offset: 100 },
  order: { items: [{ name: "Café", quantity: 2, amount: { value: 1295, offset: 100 } }] },
  payment_settings: [{ type: "pix_static_code", pix_static_code: { merchant_name: "Loja Azul", key: "loja@example.com" } }],
};

describe("the text of a message's tree", () => {
  it.each<[string, PlainObject, string]>([
    ["a template", { templateMessage: { hydratedTemplate: hydrated, hydratedFourRowTemplate: hydrated } }, TEMPLATE],
    ["a template of a Go program", { templateMessage: { Format: { HydratedFourRowTemplate: hydratedByGo } } }, TEMPLATE],
    [
      "a template that was not filled in",
      { templateMessage: { fourRowTemplate: { content: { elementName: "aviso", params: ["Ana", "dia 3"] } } } },
      "Ana\ndia 3",
    ],
    ["a template of old", { highlyStructuredMessage: { localizableParams: [{ default: "Ana" }, { default: "dia 3" }] } }, "Ana\ndia 3"],
    [
      "buttons",
      {
        buttonsMessage: { text: "Pesquisa", contentText: "Gostou?", footerText: "Loja", buttons: [{ buttonText: { displayText: "Sim" } }] },
      },
      "Pesquisa\nGostou?\nLoja\n• Sim",
    ],
    ["buttons of a Go program", { buttonsMessage: { Header: { Text: "Pesquisa" }, contentText: "Gostou?" } }, "Pesquisa\nGostou?"],
    [
      "a list",
      {
        listMessage: {
          title: "Horários",
          description: "Escolha um",
          buttonText: "Ver",
          sections: [{ title: "Manhã", rows: [{ title: "9 h", description: "livre", rowId: "r1" }] }],
          footerText: "Clínica",
        },
      },
      "Horários\nEscolha um\nManhã\n• 9 h – livre\nClínica",
    ],
    [
      "an interactive message with a payment",
      {
        viewOnceMessage: {
          message: {
            interactiveMessage: {
              header: { title: "Compra", subtitle: "Loja Azul" },
              body: { text: "Confira o pedido" },
              footer: { text: "Obrigado" },
              nativeFlowMessage: { buttons: [{ name: "review_and_pay", buttonParamsJson: JSON.stringify(pix) }] },
            },
          },
        },
      },
      "Compra\nLoja Azul\nConfira o pedido\nObrigado\nPedido: P-77\n• 2 × Café R$ 12,95\nTotal: R$ 25,90\nPix: Loja Azul · loja@example.com",
    ],
    [
      "cards side by side, of a Go program",
      {
        interactiveMessage: {
          body: { text: "Novidades" },
          InteractiveMessage: {
            CarouselMessage: {
              cards: [
                {
                  body: { text: "Camisa" },
                  InteractiveMessage: {
                    NativeFlowMessage: {
                      buttons: [{ name: "cta_url", buttonParamsJson: '{"display_text":"Ver","url":"https://loja.example/c"}' }],
                    },
                  },
                },
              ],
            },
          },
        },
      },
      "Novidades\nCamisa\n• Ver: https://loja.example/c",
    ],
    [
      "an order",
      { orderMessage: { orderTitle: "Cesta", itemCount: 3, message: "Para hoje", totalAmount1000: 59_900, totalCurrencyCode: "BRL" } },
      "Pedido: Cesta\nPara hoje\n3 itens · R$ 59,90",
    ],
    [
      "a payment, a request for one and its refusal",
      { sendPaymentMessage: { noteMessage: { extendedTextMessage: { text: "do almoço" } } } },
      "Pagamento: do almoço",
    ],
    [
      "a request for a payment",
      { requestPaymentMessage: { currencyCodeIso4217: "BRL", amount1000: 10_000, noteMessage: { conversation: "rifa" } } },
      "Pedido de pagamento: R$ 10,00\nrifa",
    ],
    ["a refused request", { declinePaymentRequestMessage: { key: { id: "1" } } }, "Pedido de pagamento recusado"],
    ["a bill", { invoiceMessage: { note: "Parcela 3" } }, "Fatura: Parcela 3"],
    [
      "an event",
      {
        eventMessage: {
          name: "Reunião",
          description: "Trazer notas",
          location: { name: "Sede", address: "Rua A, 1" },
          startTime: 1_767_348_000,
          joinLink: "https://call.whatsapp.com/v/1",
        },
      },
      "Evento: Reunião\n02/01/2026, 07:00 (horário de Brasília)\nTrazer notas\nSede, Rua A, 1\nhttps://call.whatsapp.com/v/1",
    ],
    ["a cancelled event", { eventMessage: { name: "Reunião", isCanceled: true } }, "Evento cancelado: Reunião"],
    [
      "an invitation",
      { groupInviteMessage: { groupName: "Bairro", caption: "Entra!", inviteCode: "x" } },
      "Convite para o grupo: Bairro\nEntra!",
    ],
    ["an invitation to a channel", { newsletterAdminInviteMessage: { newsletterName: "Avisos" } }, "Convite para o canal: Avisos"],
    ["a pack of stickers", { stickerPackMessage: { name: "Gatos", publisher: "Ana" } }, "Pacote de figurinhas: Gatos\nAna"],
    [
      "the result of a poll",
      { pollResultSnapshotMessage: { name: "Quando?", pollVotes: [{ optionName: "Hoje", optionVoteCount: 4 }] } },
      "Enquete: Quando?\n• Hoje: 4",
    ],
    [
      "a choice in a list with its description",
      { listResponseMessage: { title: "9 h", description: "livre", singleSelectReply: { selectedRowId: "r1" } } },
      "9 h\nlivre",
    ],
    [
      "the fields of a form",
      {
        interactiveResponseMessage: {
          body: { text: "Enviado" },
          nativeFlowResponseMessage: {
            name: "flow",
            paramsJson: JSON.stringify({
              flow_token: "secret",
              screen_0_Nome_completo_0: "Ana Lima",
              screen_0_Turno_1: "0_Manhã",
              screen_1_Aceito_2: true,
              screen_1_Itens_3: ["0_Café", "1_Pão"],
            }),
          },
        },
      },
      "Enviado\nNome completo: Ana Lima\nTurno: Manhã\nAceito: sim\nItens: Café, Pão",
    ],
    [
      "answers within answers of a form, and files that were added to it by their names",
      {
        interactiveResponseMessage: {
          nativeFlowResponseMessage: {
            paramsJson: JSON.stringify({
              screen_0_Entrega_0: { Rua: "0_Rua A", numero: 7, dias: ["0_Seg", "1_Ter"] },
              screen_0_Turno_2: { id: "0", title: "Manhã" },
              screen_0_Fotos_1: [
                { file_name: "frente.jpg", mime_type: "image/jpeg", sha256: "x=", id: 1 },
                { mime_type: "image/png", sha256: "y=", id: 2 },
                { mime_type: "application/pdf", id: 3 },
              ],
            }),
          },
        },
      },
      "Entrega: Rua: Rua A, numero: 7, dias: Seg, Ter\nTurno: Manhã\nFotos: frente.jpg, foto, arquivo",
    ],
    ["a text behind a spoiler", { spoilerMessage: { message: { conversation: "Surpresa" } } }, "Surpresa"],
    [
      "a poll of the sixth form",
      { pollCreationMessageV6: { name: "Quando?", options: [{ optionName: "Hoje" }] } },
      "Enquete: Quando?\n• Hoje",
    ],
    [
      "an invitation to an event",
      { eventInviteMessage: { eventId: "x", eventTitle: "Feira", startTime: 1_795_000_000, caption: "Venha", isCanceled: false } },
      "Evento: Feira\n18/11/2026, 08:06 (horário de Brasília)\nVenha",
    ],
    [
      "a card with a Pix key, without the order of nothing that comes with it",
      {
        interactiveMessage: {
          nativeFlowMessage: {
            buttons: [
              {
                name: "payment_info",
                buttonParamsJson: JSON.stringify({
                  currency: "BRL",
                  reference_id: "",
                  total_amount: { value: 0, offset: 1 },
                  order: { items: [{ name: "", amount: { value: 0, offset: 1 }, quantity: 0 }] },
                  payment_settings: [
                    { type: "pix_static_code", pix_static_code: { merchant_name: "Ana", key: "ana@example.com", key_type: "EMAIL" } },
                  ],
                }),
              },
            ],
          },
        },
      },
      "Pix: Ana · ana@example.com",
    ],
    [
      "a choice in a menu",
      {
        interactiveResponseMessage: {
          body: { text: "Segunda via" },
          InteractiveResponseMessage: { NativeFlowResponseMessage: { paramsJson: '{"id":"opt_2"}' } },
        },
      },
      "Segunda via",
    ],
    [
      "a choice that only its parameters tell",
      { interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson: '{"id":"opt_2","title":"Segunda via"}' } } },
      "Segunda via",
    ],
    ["a comment", { commentMessage: { message: { conversation: "Boa" }, targetMessageKey: { id: "1" } } }, "Boa"],
    ["a link without a text", { extendedTextMessage: { text: "", matchedText: "https://a.example" } }, "https://a.example"],
    [
      "a kind of tomorrow",
      {
        dreamMessage: {
          contextInfo: { quotedMessage: { conversation: "velho" } },
          card: { headline: "Viagem", rows: [{ text: "Dia 1" }] },
          id: "x",
        },
      },
      "Viagem\nDia 1",
    ],
  ])("shows %s", (_kind, message, words) => {
    expect(wordsOf(message).replaceAll("\u00a0", " ")).toBe(words);
  });

  it.each<[string, PlainObject]>([
    ["a template", { templateMessage: { hydratedTemplate: { imageMessage: { mimetype: "image/png" }, hydratedContentText: "Promoção" } } }],
    [
      "a template of a Go program",
      { templateMessage: { Format: { HydratedFourRowTemplate: { Title: { ImageMessage: {} }, hydratedContentText: "Promoção" } } } },
    ],
    ["buttons", { buttonsMessage: { imageMessage: {}, contentText: "Promoção" } }],
    ["an interactive message", { interactiveMessage: { header: { Media: { ImageMessage: {} } }, body: { text: "Promoção" } } }],
    ["a product", { productMessage: { product: { productImage: {} }, body: "Promoção" } }],
  ])("shows the picture of %s with its words as caption", (_kind, message) => {
    expect(read(message)).toMatchObject({ kind: "media", media: "image", source: SOURCE, caption: expect.stringContaining("Promoção") });
  });

  it("reads an answer of any depth, of which it shows the outermost words", () => {
    const deep = `{"Itens":["0_Café",${"[".repeat(100_000)}"fundo"${"]".repeat(100_000)}]}`;
    const answer = { interactiveResponseMessage: { nativeFlowResponseMessage: { name: "flow", paramsJson: deep } } };
    expect(wordsOf(answer)).toMatch(/^Itens: Café\W*$/);
  });

  it.each([
    { conversation: "" },
    { extendedTextMessage: { text: " " } },
    { listMessage: {} },
    { dreamMessage: { id: "x" } },
    { templateMessage: null },
  ])("never shows an empty bubble for %j", (message) => {
    expect(partOf(message) === null || read(message).kind === "unsupported").toBe(true);
  });
});

it("names a place that the customer goes on sharing, and a message that can be seen once [CONV-026]", () => {
  const place = { degreesLatitude: -23.5, degreesLongitude: -46.6 };
  expect(read({ liveLocationMessage: place })).toMatchObject({ kind: "location", name: "Localização em tempo real" });
  expect(read({ locationMessage: place })).toMatchObject({ kind: "location", name: "" });
  expect(toContent(VIEW_ONCE, { sourceOf: () => null })).toEqual({ kind: "viewOnce" });
});
