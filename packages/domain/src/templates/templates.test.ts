import {
  findTemplateFaults,
  nextVariable,
  obstacleToButton,
  obstacleToSend,
  readSentTemplate,
  TEMPLATE_SENTENCES,
  versionOf,
  toSentTemplate,
  type TemplateButton,
  type TemplateComponent,
  type TemplateDraft,
  type TemplateFacts,
  type TemplateObstacle,
} from "./index.js";
import { button, carousel, component } from "./templateParts.fixture.js";

const draft: TemplateDraft = {
  name: "pedido_pronto",
  category: "UTILITY",
  language: "pt_BR",
  header: "Seu pedido",
  body: "Olá {{1}}, o pedido {{2}} está pronto.",
  footer: "Loja Central",
  buttons: [],
};
const faultsOf = (changes: object): [string, string][] =>
  findTemplateFaults({ ...draft, ...changes }).map(({ field, rule }) => [field, rule]);

const reply: TemplateButton = { type: "QUICK_REPLY", text: "Obrigado" };
const link: TemplateButton = { type: "URL", text: "Ver", url: "https://loja.com.br/pedido" };
const phone: TemplateButton = { type: "PHONE_NUMBER", text: "Ligar", phone_number: "+5511900000001" };

describe("a template draft", () => {
  it("may be submitted with every part, or with name and body only", () => {
    expect(faultsOf({ buttons: [reply, reply, link] })).toEqual([]);
    expect(faultsOf({ header: "", footer: "", body: "Bom dia." })).toEqual([]);
  });

  it.each([
    ["required", ""],
    ["nameCharacters", "Pedido"],
    ["nameCharacters", "pedido pronto"],
    ["nameCharacters", "promoção"],
    ["tooLong", "a".repeat(513)],
  ])("is refused with a name that breaks the rule %s", (rule, name) => {
    expect(faultsOf({ name })).toEqual([["name", rule]]);
  });

  it("is of the offered languages and categories [TMPL-016, TMPL-017]", () => {
    expect(faultsOf({ language: "fr_FR", category: "SERVICE" })).toEqual([
      ["language", "choice"],
      ["category", "choice"],
    ]);
  });

  it.each([
    ["header", "tooLong", "x".repeat(61)],
    ["header", "oneLine", "duas\nlinhas"],
    ["header", "noVariables", "Olá {{1}}"],
    ["footer", "tooLong", "x".repeat(61)],
    ["footer", "noVariables", "Olá {{1}}"],
    ["body", "required", " "],
    ["body", "tooLong", "x".repeat(1_025)],
    ["body", "variableForm", "Olá {{nome}}."],
    ["body", "variableForm", "Olá {{ 1 }}."],
    ["body", "variableGap", "Olá {{2}}."],
    ["body", "variableGap", "a {{1}} b {{3}} c"],
    ["body", "variableEdge", "{{1}}, bom dia."],
    ["body", "variableEdge", "Bom dia, {{1}}"],
    ["body", "variableRatio", "Oi {{1}} tchau"],
  ])("is refused with a %s that breaks the rule %s", (field, rule, text) => {
    expect(faultsOf({ [field]: text })).toEqual([[field, rule]]);
  });

  it("of a code has no texts of ours: they are refused, not dropped [TMPL-017]", () => {
    const words = { header: "Código", body: "Seu código é {{1}} agora mesmo.", footer: "Não responda", buttons: [reply] };
    expect(faultsOf({ category: "AUTHENTICATION", ...words })).toEqual(
      ["header", "body", "footer", "buttons"].map((field) => [field, "fixedText"]),
    );
    expect(faultsOf({ category: "AUTHENTICATION", header: "", body: "", footer: "", buttons: [] })).toEqual([]);
  });

  it("accepts nine variables and no tenth [TMPL-015]", () => {
    const body = (count: number): string => `${Array.from({ length: count }, (_unused, index) => `a b {{${index + 1}}}`).join(" ")} fim`;
    expect(faultsOf({ body: body(9) })).toEqual([]);
    expect(faultsOf({ body: body(10) })).toEqual([["body", "variableLimit"]]);
    expect(faultsOf({ body: "Olá, leve o número {{10}}." })).toEqual([["body", "variableLimit"]]);
    expect(TEMPLATE_SENTENCES.variableLimit).toBe("Limite de variáveis atingido!");
    expect(nextVariable(body(8))).toBe("{{9}}");
    expect(nextVariable(body(9))).toBeNull();
    expect(nextVariable("a {{1}} b {{3}} c")).toBe("{{2}}");
  });

  it.each<[string, TemplateButton[], string | null, string]>([
    ["three buttons [TMPL-009]", [reply, reply, reply], "buttonLimit", "Limite de botões atingido!"],
    ["one link [TMPL-010]", [link], "urlLimit", "Limite de botões de URL atingido!"],
    ["one phone [TMPL-011]", [phone], "phoneLimit", "Limite de botões de telefone atingido!"],
  ])("takes at most %s", (_title, buttons, rule, sentence) => {
    expect(faultsOf({ buttons })).toEqual([]);
    const last = buttons.at(-1);
    expect(faultsOf({ buttons: [...buttons, last] })).toEqual([["buttons", rule]]);
    expect(last && obstacleToButton(buttons, last.type)).toBe(rule);
    expect(TEMPLATE_SENTENCES[rule as keyof typeof TEMPLATE_SENTENCES]).toBe(sentence);
  });

  it("has either a link or a phone, never both [TMPL-012]", () => {
    expect(faultsOf({ buttons: [link, phone] })).toEqual([["buttons", "urlWithPhone"]]);
    expect(obstacleToButton([link], "PHONE_NUMBER")).toBe("urlWithPhone");
    expect(obstacleToButton([phone], "URL")).toBe("urlWithPhone");
    expect(obstacleToButton([link], "QUICK_REPLY")).toBeNull();
  });

  it("has a text on every button, an address behind a link and a number behind a phone [TMPL-013]", () => {
    expect(faultsOf({ buttons: [{ type: "QUICK_REPLY", text: " " }] })).toEqual([["buttons.0.text", "buttonText"]]);
    expect(faultsOf({ buttons: [{ ...reply, text: "x".repeat(26) }] })).toEqual([["buttons.0.text", "tooLong"]]);
    for (const url of ["", "loja", "ftp://loja.com.br", "https://loja", "javascript:alert(1)"])
      expect(faultsOf({ buttons: [reply, { ...link, url }] })).toEqual([["buttons.1.url", "url"]]);
    expect(faultsOf({ buttons: [{ ...link, url: "https://loja.com.br/{{1}}" }] })).toEqual([["buttons.0.url", "noVariables"]]);
    expect(faultsOf({ buttons: [{ ...phone, phone_number: "11 9000" }] })).toEqual([["buttons.0.phone_number", "phone"]]);
  });
});

const facts: TemplateFacts = {
  id: "1",
  name: "pedido_pronto",
  category: "UTILITY",
  language: "pt_BR",
  status: "APPROVED",
  reason: null,
  components: [
    { type: "HEADER", format: "TEXT", text: "Seu pedido", buttons: [] },
    { type: "BODY", format: null, text: "Olá {{1}}, o pedido {{2}} está pronto. Até já, {{1}}!", buttons: [] },
    { type: "BUTTONS", format: null, text: null, buttons: [{ type: "QUICK_REPLY", text: "Ok", url: null, phoneNumber: null }] },
  ],
};

describe("a template that is sent", () => {
  it("carries each value once, and is read back as it was stored", () => {
    const { body, sent } = toSentTemplate(facts, ["{{2}}", "nº 7"]);
    expect(body).toBe("Olá {{2}}, o pedido nº 7 está pronto. Até já, {{2}}!");
    expect(readSentTemplate(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
    expect(sent).toMatchObject({ header: "Seu pedido", footer: null, values: ["{{2}}", "nº 7"] });
    expect(readSentTemplate(null)).toBeNull();
    expect(readSentTemplate({ anything: 1 })).toBeNull();
  });

  it.each<[string, Partial<TemplateFacts>, TemplateObstacle]>([
    ["Meta has not approved it [TMPL-008]", { status: "PENDING" }, { what: "status", name: "PENDING" }],
    [
      "its header is of a kind that is new",
      { components: [component("HEADER", { format: "PRODUCT" })] },
      { what: "header", name: "PRODUCT" },
    ],
    ["it has an offer that ends", { components: [component("LIMITED_TIME_OFFER")] }, { what: "component", name: "LIMITED_TIME_OFFER" }],
    [
      "a button shows a catalogue",
      { components: [component("BUTTONS", { buttons: [button("CATALOG")] })] },
      { what: "button", name: "CATALOG" },
    ],
    [
      "a card has such a button",
      { components: [carousel([component("BUTTONS", { buttons: [button("SPM")] })])] },
      { what: "button", name: "SPM" },
    ],
    ["its variables have a gap", { components: [component("BODY", { text: "Olá {{2}}." })] }, { what: "variables", name: "2" }],
    [
      "its variables are of no known form",
      { components: [component("BODY", { text: "Olá {{ 1 }}." })] },
      { what: "variables", name: " 1 " },
    ],
  ])("cannot be one when %s, which is named (D-320)", (_why, changes, obstacle) => {
    expect(obstacleToSend(facts)).toBeNull();
    expect(obstacleToSend({ ...facts, ...changes })).toEqual(obstacle);
  });

  it("has another version when its definition has changed, and none of what Meta only reports (D-321)", () => {
    const version = (components: readonly TemplateComponent[]) => versionOf({ components });
    expect(version(JSON.parse(JSON.stringify(facts.components)) as TemplateComponent[])).toBe(versionOf(facts));
    expect(version(facts.components.slice(1))).not.toBe(versionOf(facts));
    const card = (words: string) => version([carousel([component("BODY", { text: words })])]);
    expect([card("a") === card("a"), card("a") === card("b")]).toEqual([true, false]);
    expect(versionOf({ ...facts, category: "MARKETING" } as TemplateFacts)).toBe(versionOf(facts));
  });
});
