import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { OutboundContent, OutboundMessage } from "@balcao/domain/messages";
import { fieldsOf, toSentTemplate, type TemplateComponent } from "@balcao/domain/templates";
import { CUSTOMER, openCloudDouble, type CloudDouble } from "./cloudDouble.js";
import { createTestHost, type TestHost } from "./testHost.js";
import type { GatewaySession } from "../port/index.js";

type Part = Readonly<Record<string, unknown>>;
const BODY: Part = { type: "BODY", text: "Oi {{nome}}, saiu." };
const LINK: Part = { type: "URL", text: "Ver", url: "https://loja.com.br/{{1}}" };
const card = (text: string): Part => ({
  components: [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text },
    { type: "BUTTONS", buttons: [LINK] },
  ],
});
const FILES = { image: "image/png", video: "video/mp4", document: "application/pdf" } as const;

// Each kind at Meta, and the values that a person fills in from top to bottom.
const KINDS: readonly (readonly [kind: string, components: readonly Part[], values: readonly string[]])[] = [
  ["a picture", [{ type: "HEADER", format: "IMAGE" }, BODY], ["image", "Ana"]],
  ["a video", [{ type: "HEADER", format: "VIDEO" }, BODY], ["video", "Ana"]],
  ["a document", [{ type: "HEADER", format: "DOCUMENT" }, BODY], ["document", "Ana"]],
  ["a place", [{ type: "HEADER", format: "LOCATION" }, BODY], ["-23.55, -46.63", "Loja", "Rua A, 1", "Ana"]],
  ["a variable in the header", [{ type: "HEADER", format: "TEXT", text: "Pedido {{1}}" }, BODY], ["7", "Ana"]],
  [
    "an address with an end",
    [BODY, { type: "BUTTONS", buttons: [{ type: "PHONE_NUMBER", text: "Ligar", phone_number: "+551190000" }, LINK] }],
    ["Ana", "p/7"],
  ],
  ["a code to copy", [BODY, { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copiar" }] }], ["Ana", "VERAO10"]],
  ["a form", [BODY, { type: "BUTTONS", buttons: [{ type: "FLOW", text: "Abrir", flow_id: 7 }] }], ["Ana"]],
  ["a request for the number", [BODY, { type: "BUTTONS", buttons: [{ type: "REQUEST_CONTACT_INFO", text: "Enviar número" }] }], ["Ana"]],
  ["cards", [BODY, { type: "CAROUSEL", cards: [card("Um {{1}}"), card("Dois")] }], ["Ana", "image", "bolo", "1", "image", "2"]],
];

describe("a template on the Cloud API", () => {
  let host: TestHost;
  let double: CloudDouble;
  let session: GatewaySession;
  let folder: string;

  beforeAll(async () => {
    const memory: Record<string, string> = {};
    host = await createTestHost(memory);
    double = await openCloudDouble(memory);
    session = double.connector.open(double.profile, host);
    folder = path.dirname(await host.temporaryPath());
    for (const kind of Object.keys(FILES)) await writeFile(path.join(folder, kind), "bytes");
  });
  afterAll(async () => {
    await double.close();
    await host.remove();
  });
  beforeEach(() => {
    double.graph.control.clearTemplates();
    double.graph.control.clearLimits();
  });

  const put = (components: readonly Part[]): void =>
    double.graph.control.addTemplate({ name: "a", language: "pt_BR", category: "MARKETING", status: "APPROVED", components });
  const message = (content: OutboundContent): OutboundMessage => ({
    outboxId: "o1",
    externalId: null,
    to: { phone: CUSTOMER },
    content,
    quoted: null,
    forwarded: null,
  });
  const known = async (): Promise<readonly TemplateComponent[]> => (await session.templates?.list())?.[0]?.components ?? [];
  const fill = async (values: readonly string[]): Promise<Extract<OutboundContent, { kind: "template" }>> => {
    const facts = { id: "1", name: "a", language: "pt_BR", category: "", status: "APPROVED", reason: null, components: await known() };
    expect(fieldsOf(facts)).toHaveLength(values.length);
    const files = Object.entries(FILES).flatMap(([kind, mime]) =>
      values.includes(kind) ? [{ id: kind, path: path.join(folder, kind), mime, fileName: `${kind}.bin`, size: 5 }] : [],
    );
    return { kind: "template", name: "a", language: "pt_BR", parts: toSentTemplate(facts, values).sent.parts, files, version: null };
  };
  const uploads = (): number =>
    double.graph.control.log().filter((entry) => entry.kind === "request" && entry.method === "POST" && entry.path.endsWith("/media"))
      .length;

  it.each(KINDS)("with %s is taken as Meta reads it from its definition (D-320)", async (_kind, components, values) => {
    put(components);
    expect(await session.send(message(await fill(values)))).toMatchObject({ state: "sent" });
    expect(double.graph.control.state().sent.at(-1)).toMatchObject({ type: "template", body: { name: "a" } });
  });

  it("uploads a file once for all recipients, and anew when Meta has lost it (D-320)", async () => {
    put([
      { type: "HEADER", format: "DOCUMENT" },
      { type: "BODY", text: "Oi." },
    ]);
    const content = await fill(["document"]);
    const other = {
      ...content,
      files: content.files.map((file) => ({ ...file, id: "other" })),
      parts: JSON.parse(JSON.stringify(content.parts).replace('"document"}', '"other"}')) as Part[],
    };
    const before = uploads();
    await Promise.all([1, 2, 3].map(() => session.send(message(other))));
    expect(uploads() - before).toBe(1);
    expect(double.graph.control.state().sent.at(-1)?.body).toMatchObject({
      components: [{ type: "header", parameters: [{ type: "document", document: { filename: "document.bin" } }] }],
    });
    double.graph.control.forgetMedia();
    expect(await session.send(message(other))).toMatchObject({ state: "refused", error: { code: 100 } });
    expect(await session.send(message(other))).toMatchObject({ state: "sent" });
    expect(uploads() - before).toBe(2);
  });

  it("has a token for each form, which is the message's own", async () => {
    put([BODY, { type: "BUTTONS", buttons: [{ type: "FLOW", text: "Abrir", flow_id: 7 }] }]);
    await session.send(message(await fill(["Ana"])));
    expect(JSON.stringify(double.graph.control.state().sent.at(-1)?.body)).toContain('"action":{"flow_token":"o1"}');
  });
});
