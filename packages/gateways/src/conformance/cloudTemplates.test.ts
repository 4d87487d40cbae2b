import { findTemplateFaults, type TemplateButton, type TemplateDraft } from "@balcao/domain/templates";
import { openCloudDouble, type CloudDouble } from "./cloudDouble.js";
import { createTestHost, type TestHost } from "./testHost.js";
import type { TemplateCatalog } from "../port/index.js";

const DRAFT: TemplateDraft = {
  name: "pedido_pronto",
  category: "UTILITY",
  language: "pt_BR",
  header: "Seu pedido",
  body: "Olá {{1}}, o pedido {{2}} está pronto.",
  footer: "Loja Central",
  buttons: [],
};
const REPLY: TemplateButton = { type: "QUICK_REPLY", text: "Obrigado" };
const LINK: TemplateButton = { type: "URL", text: "Ver", url: "https://loja.com.br/pedido" };
const PHONE: TemplateButton = { type: "PHONE_NUMBER", text: "Ligar", phone_number: "+5511900000001" };
const CODE = { category: "AUTHENTICATION", header: "", body: "", footer: "", buttons: [] } as const;
const address = (length: number): string => `https://loja.com.br/${"x".repeat(length - 20)}`;

// Each limit of Meta: a value that just fits and one that exceeds it. The form's rules and Meta
// must agree.
const LIMITS: readonly (readonly [what: string, fits: Partial<TemplateDraft>, exceeds: Partial<TemplateDraft>, field: string])[] = [
  ["a name of 512 characters", { name: "a".repeat(512) }, { name: "a".repeat(513) }, "name"],
  ["a name in small letters, digits and _", { name: "a_9" }, { name: "Pedido" }, "name"],
  ["a name without spaces", { name: "um_dois" }, { name: "um dois" }, "name"],
  ["a name without accents", { name: "promocao" }, { name: "promoção" }, "name"],
  ["a name", { name: "a" }, { name: "" }, "name"],
  ["a header of 60 characters", { header: "x".repeat(60) }, { header: "x".repeat(61) }, "header"],
  ["a header in one line", { header: "a b" }, { header: "a\nb" }, "header"],
  ["a body of 1,024 characters", { body: "x".repeat(1_024) }, { body: "x".repeat(1_025) }, "body"],
  ["a body", { body: "x" }, { body: "" }, "body"],
  ["a footer of 60 characters", { footer: "x".repeat(60) }, { footer: "x".repeat(61) }, "footer"],
  ["a footer in one line", { footer: "a b" }, { footer: "a\nb" }, "footer"],
  ["a footer without variables", { footer: "Loja" }, { footer: "Loja {{1}}" }, "footer"],
  ["variables from 1", { body: "Olá, seu {{1}} está pronto." }, { body: "Olá, seu {{2}} está pronto." }, "body"],
  ["variables without a gap", { body: "um {{1}} e mais {{2}} já prontos" }, { body: "um {{1}} e mais {{3}} já prontos" }, "body"],
  ["variables that are numbers", { body: "Olá, seu {{1}} está pronto." }, { body: "Olá, seu {{nome}} está pronto." }, "body"],
  ["no variable at the beginning", { body: "O {{1}} está bem pronto." }, { body: "{{1}} está bem pronto agora." }, "body"],
  ["no variable at the end", { body: "Está pronto o {{1}} agora." }, { body: "Está pronto agora o {{1}}" }, "body"],
  ["words for the variables", { body: "Oi {{1}} até já" }, { body: "Oi {{1}} tchau" }, "body"],
  [
    "a button of 25 characters",
    { buttons: [{ ...REPLY, text: "x".repeat(25) }] },
    { buttons: [{ ...REPLY, text: "x".repeat(26) }] },
    "buttons.0.text",
  ],
  ["a button with words", { buttons: [REPLY] }, { buttons: [{ ...REPLY, text: "" }] }, "buttons.0.text"],
  ["a button without variables", { buttons: [REPLY] }, { buttons: [{ ...REPLY, text: "Oi {{1}}" }] }, "buttons.0.text"],
  [
    "an address of 2,000 characters",
    { buttons: [{ ...LINK, url: address(2_000) }] },
    { buttons: [{ ...LINK, url: address(2_001) }] },
    "buttons.0.url",
  ],
  ["an address", { buttons: [LINK] }, { buttons: [{ ...LINK, url: "loja" }] }, "buttons.0.url"],
  ["a phone number", { buttons: [PHONE] }, { buttons: [{ ...PHONE, phone_number: "ligue" }] }, "buttons.0.phone_number"],
  [
    "a phone number of 20 characters",
    { buttons: [PHONE] },
    { buttons: [{ ...PHONE, phone_number: "5".repeat(21) }] },
    "buttons.0.phone_number",
  ],
  ["ten buttons at most", { buttons: [REPLY, REPLY, REPLY] }, { buttons: Array<TemplateButton>(11).fill(REPLY) }, "buttons"],
];

describe("a template that is submitted to Meta", () => {
  let memory: Record<string, string>;
  let host: TestHost;
  let double: CloudDouble;
  let catalog: TemplateCatalog;

  beforeAll(async () => {
    memory = {};
    host = await createTestHost(memory);
    double = await openCloudDouble(memory);
    const { templates } = double.connector.open(double.profile, host);
    if (templates === undefined) throw new Error("the Cloud API has templates");
    catalog = templates;
  });
  afterAll(async () => {
    await double.close();
    await host.remove();
  });
  beforeEach(() => {
    double.graph.control.clearTemplates();
    // The table has more rows than the 200 management calls that Meta allows an hour.
    double.graph.control.advance({ ms: 60 * 60 * 1000 });
  });

  it.each(LIMITS)("has %s: the rules of the form and Meta agree", async (_what, fits, exceeds, field) => {
    expect(findTemplateFaults({ ...DRAFT, ...fits })).toEqual([]);
    expect(await catalog.create({ ...DRAFT, ...fits })).toMatchObject({ status: "PENDING" });
    double.graph.control.clearTemplates();
    expect(findTemplateFaults({ ...DRAFT, ...exceeds })).toMatchObject([{ field }]);
    await expect(catalog.create({ ...DRAFT, ...exceeds })).rejects.toMatchObject({ name: "GatewayError", kind: "invalid" });
    expect(await catalog.list()).toEqual([]);
  });

  it("has a sample for each variable, which the server makes (D-216)", async () => {
    await catalog.create(DRAFT);
    const components = double.graph.control.state().templates[0]?.components;
    expect(components).toContainEqual({ type: "BODY", text: DRAFT.body, example: { body_text: [["Exemplo 1", "Exemplo 2"]] } });
  });

  it("has Meta's own words when it carries a code", async () => {
    expect(findTemplateFaults({ ...DRAFT, ...CODE })).toEqual([]);
    expect(await catalog.create({ ...DRAFT, ...CODE })).toMatchObject({ category: "AUTHENTICATION", status: "PENDING" });
    expect(findTemplateFaults({ ...DRAFT, category: "AUTHENTICATION" }).map(({ rule }) => rule)).toEqual(Array(3).fill("fixedText"));
  });

  it("is refused with a sentence for people when Meta's code has one", async () => {
    await catalog.create(DRAFT);
    await expect(catalog.create(DRAFT)).rejects.toMatchObject({
      providerCode: 2388024,
      code: "ERR_TEMPLATE_EXISTS",
    });
  });
});
