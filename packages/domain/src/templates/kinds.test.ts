import {
  fieldsOf,
  filesOfSent,
  findValueFaults,
  isMediaField,
  obstacleToSend,
  readSentTemplate,
  toSentTemplate,
  type TemplateComponent,
  type TemplateFacts,
  type TemplateField,
} from "./index.js";
import { button, carousel, component } from "./templateParts.fixture.js";

const facts: TemplateFacts = {
  id: "1",
  name: "aviso",
  category: "UTILITY",
  language: "pt_BR",
  status: "APPROVED",
  reason: null,
  components: [],
};
const LINK = button("URL", { url: "https://loja.com.br/{{1}}" });
const PLACE = { latitude: -23.5505, longitude: -46.6333, name: "Loja", address: "Rua A, 1" };
const text = (value: string, name?: string) => ({ type: "text", ...(name && { parameter_name: name }), text: value });

// Each kind that firms have (gateways.md I.3): what a person fills in, what Graph takes, and what people see.
type Kind = readonly [kind: string, components: TemplateComponent[], values: string[], parts: object[], face: object];
const KINDS: readonly Kind[] = [
  [
    "a variable in the header",
    [component("HEADER", { text: "Pedido {{1}}" }), component("BODY", { text: "Oi {{2}} e {{1}}!" })],
    ["7", "Ana", "Rui"],
    [
      { type: "header", parameters: [text("7")] },
      { type: "body", parameters: [text("Ana"), text("Rui")] },
    ],
    { header: "Pedido 7", body: "Oi Rui e Ana!" },
  ],
  [
    "named variables",
    [component("BODY", { text: "Oi {{nome}}, dia {{dia}}. Tchau, {{nome}}!" })],
    ["Ana", "7"],
    [{ type: "body", parameters: [text("Ana", "nome"), text("7", "dia")] }],
    { body: "Oi Ana, dia 7. Tchau, Ana!" },
  ],
  ...(["image", "video", "document"] as const).map((kind): Kind => [
    `a header with a file: ${kind}`,
    [component("HEADER", { format: kind.toUpperCase() }), component("BODY", { text: "Oi." })],
    ["file-1"],
    [{ type: "header", parameters: [{ type: kind, [kind]: { id: "file-1" } }] }],
    { media: { kind, file: "file-1" }, header: null },
  ]),
  [
    "a place",
    [component("HEADER", { format: "LOCATION" }), component("BODY", { text: "Oi." })],
    ["-23.5505, -46.6333", "Loja", "Rua A, 1"],
    [{ type: "header", parameters: [{ type: "location", location: PLACE }] }],
    { place: PLACE },
  ],
  [
    "an address whose end is filled in, below buttons that need nothing",
    [component("BUTTONS", { buttons: [button("QUICK_REPLY"), button("PHONE_NUMBER"), LINK, button("REQUEST_CONTACT_INFO")] })],
    ["pedidos/7"],
    [{ type: "button", sub_type: "url", index: "2", parameters: [text("pedidos/7")] }],
    { buttons: [{}, {}, { url: "https://loja.com.br/pedidos/7" }, {}] },
  ],
  [
    "a code to copy",
    [component("BUTTONS", { buttons: [button("COPY_CODE")] })],
    ["VERAO10"],
    [{ type: "button", sub_type: "copy_code", index: "0", parameters: [{ type: "coupon_code", coupon_code: "VERAO10" }] }],
    { buttons: [{ code: "VERAO10" }] },
  ],
  [
    "a form",
    [component("BUTTONS", { buttons: [button("FLOW")] })],
    [],
    [{ type: "button", sub_type: "flow", index: "0", parameters: [{ type: "action", action: {} }] }],
    { buttons: [{ type: "FLOW" }] },
  ],
  [
    "a code of sign-in, which is filled in once",
    [
      component("BODY", { text: "*{{1}}* é seu código." }),
      component("BUTTONS", { buttons: [button("URL", { url: "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}" })] }),
    ],
    ["123456"],
    [
      { type: "body", parameters: [text("123456")] },
      { type: "button", sub_type: "url", index: "0", parameters: [text("123456")] },
    ],
    { body: "*123456* é seu código." },
  ],
  [
    "cards with their own files, texts and buttons",
    [
      component("BODY", { text: "Oi {{1}}!" }),
      carousel(
        [component("HEADER", { format: "IMAGE" }), component("BODY", { text: "Um {{1}}" }), component("BUTTONS", { buttons: [LINK] })],
        [component("HEADER", { format: "IMAGE" }), component("BODY", { text: "Dois {{1}}" }), component("BUTTONS", { buttons: [LINK] })],
      ),
    ],
    ["Ana", "f1", "bolo", "1", "f2", "pão", "2"],
    [
      { type: "body", parameters: [text("Ana")] },
      {
        type: "carousel",
        cards: [
          ["f1", "bolo", "1"],
          ["f2", "pão", "2"],
        ].map(([file, word = "", end = ""], index) => ({
          card_index: index,
          components: [
            { type: "header", parameters: [{ type: "image", image: { id: file } }] },
            { type: "body", parameters: [text(word)] },
            { type: "button", sub_type: "url", index: "0", parameters: [text(end)] },
          ],
        })),
      },
    ],
    {
      body: "Oi Ana!",
      cards: [
        { media: { kind: "image", file: "f1" }, body: "Um bolo", buttons: [{ url: "https://loja.com.br/1" }] },
        { media: { kind: "image", file: "f2" }, body: "Dois pão", buttons: [{ url: "https://loja.com.br/2" }] },
      ],
    },
  ],
];

describe("a kind of template (D-320)", () => {
  it.each(KINDS)("with %s has its fields, its parts for Graph and its face", (_kind, components, values, parts, face) => {
    const template = { ...facts, components };
    expect(obstacleToSend(template)).toBeNull();
    const fields = fieldsOf(template);
    expect(fields).toHaveLength(values.length);
    expect(findValueFaults(fields, values)).toEqual(values.map(() => null));
    expect(findValueFaults(fields, [])).toEqual(values.map(() => "required"));
    const { body, sent } = toSentTemplate(template, values);
    expect(sent.parts).toEqual(parts);
    expect({ ...sent, body }).toMatchObject(face);
    expect(readSentTemplate(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
    expect(filesOfSent(sent)).toEqual(fields.flatMap((field, at) => (isMediaField(field) ? (values[at] ?? "") : [])));
  });

  it("shows what is not filled in yet", () => {
    const { body, sent } = toSentTemplate(
      { ...facts, components: [component("BODY", { text: "a {{1}}" }), component("BUTTONS", { buttons: [LINK] })] },
      [],
    );
    expect([body, sent.buttons[0]?.url]).toEqual(["a {{1}}", "https://loja.com.br/{{1}}"]);
  });

  it("that was stored with the values of its body alone is handed over as it was", () => {
    const old = { name: "a", language: "pt_BR", values: ["Ana"] };
    expect(readSentTemplate(old)).toMatchObject({ parts: [{ type: "body", parameters: [text("Ana")] }], cards: [], media: null });
  });

  it.each<[string, TemplateField["kind"], string, string | null]>([
    ["a text in one line", "text", "a\nb", "oneLine"],
    ["a text without a long gap", "text", "a     b", "oneLine"],
    ["a text that fits", "text", "x".repeat(1_025), "tooLong"],
    ["an address without blanks", "urlSuffix", "a b", "spaces"],
    ["a code that fits", "code", "x".repeat(16), "tooLong"],
    ["a point in degrees", "point", "Rua A, 1", "point"],
    ["a point on the earth", "point", "91, 0", "point"],
    ["a point from a map", "point", "https://maps.google.com/@-23.5505,-46.6333,17z", null],
  ])("takes %s", (_what, kind, value, rule) => {
    expect(findValueFaults([{ kind, part: "body", name: "", card: null }], [value])).toEqual([rule]);
  });

  it("has a header of 60 characters at most", () => {
    expect(findValueFaults([{ kind: "text", part: "header", name: "1", card: null }], ["x".repeat(61)])).toEqual(["tooLong"]);
  });
});
