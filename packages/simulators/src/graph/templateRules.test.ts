import { createGraphClock, startGraph, type RunningGraph } from "./index.js";

const NUMBER = "106540352242922";
const WABA = "102290129340398";
const TO = "5511900000021";

type Part = Readonly<Record<string, unknown>>;
const BODY: Part = { type: "BODY", text: "Seu pedido saiu." };
const text = (value: string, name?: string): Part => ({ type: "text", text: value, ...(name && { parameter_name: name }) });
const parts = (type: string, ...parameters: Part[]): Part => ({ type, parameters });
const button = (sub_type: string, index: number, ...parameters: Part[]): Part => ({
  type: "button",
  sub_type,
  index: String(index),
  parameters,
});
const place: Part = { latitude: "-23.55", longitude: "-46.63", name: "Loja", address: "Rua A, 1" };
const LINK: Part = { type: "URL", text: "Ver", url: "https://loja.com.br/{{1}}" };
const card = (...more: Part[]): Part => ({ components: [{ type: "HEADER", format: "IMAGE" }, BODY, ...more] });

describe("the stand-in for the Graph API, about the components of a template that is sent", () => {
  let graph: RunningGraph;
  let files: Readonly<Record<string, string>>;

  const ask = async (
    path: string,
    body: string | FormData,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; json: Part }> => {
    const response = await fetch(`${graph.url}/v26.0/${path}`, {
      method: "POST",
      headers: { authorization: "Bearer t", ...headers },
      body,
    });
    return { status: response.status, json: (await response.json()) as Part };
  };
  const upload = async (mime: string): Promise<string> => {
    const form = new FormData();
    form.set("messaging_product", "whatsapp");
    form.set("type", mime);
    form.set("file", new Blob(["bytes"], { type: mime }), "a");
    return String((await ask(`${NUMBER}/media`, form)).json["id"]);
  };
  const send = async (defined: readonly Part[], components: readonly Part[]) => {
    graph.control.clearTemplates();
    graph.control.addTemplate({ name: "a", language: "pt_BR", category: "UTILITY", status: "APPROVED", components: defined });
    const template = { name: "a", language: { code: "pt_BR" }, components };
    const { status, json } = await ask(
      `${NUMBER}/messages`,
      JSON.stringify({ messaging_product: "whatsapp", to: TO, type: "template", template }),
    );
    const { code = 0, error_data } = (json["error"] ?? {}) as { code?: number; error_data?: { details: string } };
    return { status, code, details: error_data?.details ?? "" };
  };

  beforeAll(async () => {
    graph = await startGraph({ appSecret: "s", token: "t", phoneNumberId: NUMBER, wabaId: WABA, clock: createGraphClock() });
    files = { image: await upload("image/png"), video: await upload("video/mp4"), document: await upload("application/pdf") };
  });
  beforeEach(() => graph.control.clearLimits());
  afterAll(() => graph.close());
  const media = (type: string, id = files[type] ?? ""): Part => parts("header", { type, [type]: { id } });

  // The words are Meta's where a report shows them; [D] marks those of its documentation alone.
  const FORMATS: readonly (readonly [
    what: string,
    source: string,
    defined: readonly Part[],
    given: () => readonly Part[],
    code: number,
    details: string,
  ])[] = [
    [
      "a picture that is missing",
      "chatwoot#15622",
      [{ type: "HEADER", format: "IMAGE" }, BODY],
      () => [],
      132012,
      "header: Format mismatch, expected IMAGE, received UNKNOWN",
    ],
    [
      "a document that is missing",
      "whatomate#351",
      [{ type: "HEADER", format: "DOCUMENT" }, BODY],
      () => [],
      132012,
      "header: Format mismatch, expected DOCUMENT, received UNKNOWN",
    ],
    [
      "a picture where a video belongs",
      "I.3",
      [{ type: "HEADER", format: "VIDEO" }, BODY],
      () => [media("image")],
      132012,
      "expected VIDEO, received IMAGE",
    ],
    [
      "a text where a picture belongs",
      "chatwoot#13159",
      [{ type: "HEADER", format: "IMAGE" }, BODY],
      () => [parts("header", text("https://x"))],
      132012,
      "expected IMAGE, received TEXT",
    ],
    [
      "a file that was never uploaded",
      "D.4",
      [{ type: "HEADER", format: "IMAGE" }, BODY],
      () => [media("image", "1")],
      100,
      "Invalid media id",
    ],
    [
      "a video as a picture",
      "D.4",
      [{ type: "HEADER", format: "IMAGE" }, BODY],
      () => [media("image", files["video"])],
      131053,
      "unsupported media type video/mp4",
    ],
    [
      "a place that is missing",
      "I.3",
      [{ type: "HEADER", format: "LOCATION" }, BODY],
      () => [],
      132012,
      "expected LOCATION, received UNKNOWN",
    ],
    [
      "a place without its address",
      "[D] location headers",
      [{ type: "HEADER", format: "LOCATION" }, BODY],
      () => [parts("header", { type: "location", location: { ...place, address: "" } })],
      131008,
      "name and address",
    ],
    [
      "no value for the header",
      "chatwoot#13851",
      [{ type: "HEADER", format: "TEXT", text: "Oi {{1}}" }, BODY],
      () => [],
      132000,
      "header: number of localizable_params (0) does not match the expected number of params (1)",
    ],
    [
      "a value for a header without a variable",
      "netflie/whatsapp-cloud-api#231",
      [{ type: "HEADER", format: "TEXT", text: "Oi" }, BODY],
      () => [parts("header", text("Ana"))],
      132000,
      "header: number of localizable_params (1)",
    ],
    [
      "too few values",
      "chatwoot#13142",
      [{ type: "BODY", text: "Oi {{1}}, {{2}}!" }],
      () => [parts("body", text("Ana"))],
      132000,
      "body: number of localizable_params (1) does not match the expected number of params (2)",
    ],
    [
      "a value that is no text",
      "chatwoot#13159",
      [{ type: "BODY", text: "Oi {{1}}!" }],
      () => [parts("body", { type: "text", text: 7 })],
      100,
      "['text'] must be a string.",
    ],
    ["an empty value", "frappe_whatsapp#169", [{ type: "BODY", text: "Oi {{1}}!" }], () => [parts("body", text(" "))], 132012, "empty"],
    [
      "a value of two lines",
      "netflie/whatsapp-cloud-api#201",
      [{ type: "BODY", text: "Oi {{1}}!" }],
      () => [parts("body", text("a\nb"))],
      132018,
      "Param text cannot have new-line/tab characters or more than 4 consecutive spaces",
    ],
    [
      "a named variable without its name",
      "piusalfred/whatsapp#100",
      [{ type: "BODY", text: "Oi {{nome}}!" }],
      () => [parts("body", text("Ana"))],
      100,
      "Parameter name is missing or empty",
    ],
    [
      "a name that the template has not",
      "[D] components",
      [{ type: "BODY", text: "Oi {{nome}}!" }],
      () => [parts("body", text("Ana", "name"))],
      132012,
      "parameter_name",
    ],
    [
      "no value for an address",
      "chatwoot#12393",
      [BODY, { type: "BUTTONS", buttons: [LINK] }],
      () => [],
      131008,
      "buttons: Button at index 0 of type Url requires a parameter",
    ],
    [
      "a value at another button",
      "whatsapp-api-js#175",
      [BODY, { type: "BUTTONS", buttons: [{ type: "PHONE_NUMBER", text: "Ligar" }, LINK] }],
      () => [button("url", 0, text("7"))],
      100,
      "buttons: Button at index 0 is of type Call and does not support parameters",
    ],
    [
      "a value at an index without a button",
      "[D] components",
      [BODY, { type: "BUTTONS", buttons: [LINK] }],
      () => [button("url", 0, text("7")), button("url", 1, text("7"))],
      132000,
      "no button at index 1",
    ],
    [
      "no coupon",
      "[D] coupon templates",
      [BODY, { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copiar" }] }],
      () => [],
      131008,
      "of type CopyCode requires a parameter",
    ],
    [
      "a coupon as a text",
      "[D] coupon templates",
      [BODY, { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copiar" }] }],
      () => [button("copy_code", 0, text("A1"))],
      132012,
      "expected coupon_code",
    ],
    [
      "a coupon that is too long",
      "gupshup: 15 characters",
      [BODY, { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copiar" }] }],
      () => [button("copy_code", 0, { type: "coupon_code", coupon_code: "x".repeat(16) })],
      131009,
      "15 characters",
    ],
    [
      "no action for a form",
      "[D] flows, sending a flow",
      [BODY, { type: "BUTTONS", buttons: [{ type: "FLOW", text: "Abrir" }] }],
      () => [],
      131008,
      "of type Flow requires a parameter",
    ],
    ["no cards", "I.3", [BODY, { type: "CAROUSEL", cards: [card(), card()] }], () => [], 132012, "expected 2 cards, received 0"],
    [
      "one card too few",
      "[D] media card carousel",
      [BODY, { type: "CAROUSEL", cards: [card(), card()] }],
      () => [{ type: "carousel", cards: [{ card_index: 0, components: [media("image")] }] }],
      132012,
      "expected 2 cards, received 1",
    ],
    [
      "a card without its picture",
      "[D] media card carousel",
      [BODY, { type: "CAROUSEL", cards: [card()] }],
      () => [{ type: "carousel", cards: [{ card_index: 0, components: [] }] }],
      132012,
      "expected IMAGE, received UNKNOWN",
    ],
    ["a component of no kind", "[D] components", [BODY], () => [parts("footer", text("x"))], 100, "must be one of"],
  ];

  it.each(FORMATS)("refuses %s (%s)", async (_what, _source, defined, given, code, details) => {
    expect(await send(defined, given())).toMatchObject({ status: 400, code, details: expect.stringContaining(details) as string });
    expect(graph.control.state().sent).toEqual([]);
  });

  it.each<readonly [string, readonly Part[], () => readonly Part[]]>([
    ["a picture", [{ type: "HEADER", format: "IMAGE" }, BODY], () => [media("image")]],
    [
      "a document by its address",
      [{ type: "HEADER", format: "DOCUMENT" }, BODY],
      () => [parts("header", { type: "document", document: { link: "https://x/a.pdf" } })],
    ],
    ["a place", [{ type: "HEADER", format: "LOCATION" }, BODY], () => [parts("header", { type: "location", location: place })]],
    [
      "named values in any order",
      [{ type: "BODY", text: "Oi {{nome}}, {{dia}}!" }],
      () => [parts("body", text("hoje", "dia"), text("Ana", "nome"))],
    ],
    [
      "an address after a phone",
      [BODY, { type: "BUTTONS", buttons: [{ type: "PHONE_NUMBER", text: "Ligar" }, LINK] }],
      () => [button("url", 1, text("7"))],
    ],
    [
      "a coupon and a form",
      [
        BODY,
        {
          type: "BUTTONS",
          buttons: [
            { type: "COPY_CODE", text: "a" },
            { type: "FLOW", text: "b" },
          ],
        },
      ],
      () => [
        button("copy_code", 0, { type: "coupon_code", coupon_code: "A1" }),
        button("flow", 1, { type: "action", action: { flow_token: "t" } }),
      ],
    ],
    [
      "quick replies with and without a payload",
      [
        BODY,
        {
          type: "BUTTONS",
          buttons: [
            { type: "QUICK_REPLY", text: "a" },
            { type: "QUICK_REPLY", text: "b" },
          ],
        },
      ],
      () => [button("quick_reply", 1, { type: "payload", payload: "B" })],
    ],
    [
      "cards",
      [BODY, { type: "CAROUSEL", cards: [card({ type: "BUTTONS", buttons: [LINK] })] }],
      () => [{ type: "carousel", cards: [{ card_index: 0, components: [media("image"), button("url", 0, text("7"))] }] }],
    ],
  ])("takes %s", async (_what, defined, given) => {
    expect(await send(defined, given())).toMatchObject({ status: 200 });
  });
});
