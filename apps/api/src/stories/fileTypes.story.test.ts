import type { MessageView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const UTF16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Produto\tPreço\r\nParafuso\t1,50\r\n", "utf16le")]);
const MZ = Buffer.from("MZ Comercial de Peças Ltda, pedido 4711, entrega na quinta-feira");
const SHEBANG = Buffer.from("#! lista\n- parafusos\n");
const AMR = Buffer.concat([Buffer.from("#!AMR\n"), Buffer.alloc(200, 0x04)]);
/** The header of a picture of 108 megapixels; nobody reads further. */
const HUGE = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8]),
  Buffer.from([9_000 >> 8, 9_000 & 255, 12_000 >> 8, 12_000 & 255, 3]),
  Buffer.from([1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xff, 0xda, 0, 2, 0xff, 0xd9]),
]);

describe("files that look like something else", () => {
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;
  let customer: Customer;
  let id = 0;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    customer = world.customer("5511900700001", shop);
    await customer.writes("Olá");
    id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.opens(id);
  }, 90_000);
  afterAll(() => world.close());

  const arrived = (caption: string): Promise<MessageView> =>
    eventually(() => {
      const message = ana.messages(id).messages.at(-1);
      if (message?.body !== caption || message.media?.state === "pending") throw new Error("not yet");
      return message;
    });
  const send = (name: string, type: string, bytes: Buffer) => {
    const form = new FormData();
    form.append("medias", new Blob([bytes], { type }), name);
    return ana.call("POST", `/messages/${id}`, form);
  };

  it.each([
    ["Lista de preços.txt", "text/plain", UTF16, "document", "document"],
    ["pedido.txt", "text/plain", MZ, "document", "document"],
    ["lista.txt", "text/plain", SHEBANG, "document", "document"],
    ["108mp.jpg", "image/jpeg", HUGE, "image", "document"],
    ["foto.heic", "image/heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), "image", "document"],
  ] as const)("a customer's %s arrives whole and is shown as what it is [S-41, S-47]", async (fileName, mime, bytes, kind, shown) => {
    await customer.writes(fileName, { kind, media: { bytes, mime, fileName } });
    const message = await arrived(fileName);
    expect(message).toMatchObject({ mediaType: shown, media: { state: "ready", size: bytes.length }, errorLog: null });
    const answer = await world.stage.call("GET", message.mediaUrl ?? "");
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    await world.allInStep();
  });

  it.each([
    ["Lista de preços.txt", "text/plain", UTF16, "document"],
    ["pedido.txt", "text/plain", MZ, "document"],
    ["lista.txt", "text/plain", SHEBANG, "document"],
    ["voz.amr", "audio/amr", AMR, "audio"],
    ["108mp.jpg", "image/jpeg", HUGE, "document"],
  ] as const)("%s leaves as what it is [S-41, D-265]", async (name, type, bytes, kind) => {
    expect(await send(name, type, bytes)).toMatchObject({ status: 200, body: { mediaType: kind } });
    await eventually(() => {
      const last = customer.chat().at(-1);
      expect([last?.author, last?.kind]).toEqual(["owner", kind]);
      expect(world.gateway.control.file(last?.fileKey ?? "")?.bytes.length).toBe(bytes.length);
    });
  });

  it("says of a file without bytes that it is empty, and sends nothing [S-41]", async () => {
    const before = customer.chat().length;
    expect(await send("vazio.txt", "text/plain", Buffer.alloc(0))).toMatchObject({ status: 400, body: { code: "ERR_FILE_EMPTY" } });
    expect(customer.chat()).toHaveLength(before);
  });
});
