import { isMoving, isOggWithoutOpus, isScreenPicture } from "./mediaBytes.js";
import { startGraph, type RunningGraph } from "./index.js";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
/** The header of a png with this depth and type of colour. */
const png = (depth: number, colour: number): Buffer => Buffer.from([0x89, ...latin1("PNG"), ...Buffer.alloc(20), depth, colour]);
const jpeg = (depth: number, colours: number): Buffer => Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, depth, 0, 9, 0, 12, colours, 1, 0x11]);
const webp = (flags: number, bytes = 30): Buffer =>
  Buffer.concat([latin1("RIFF\0\0\0\0WEBPVP8X\n\0\0\0"), Buffer.from([flags]), Buffer.alloc(bytes)]);
const ogg = (packet: string): Buffer => latin1(`OggS\0\x02${"\0".repeat(20)}\x01\x1e${packet}${"\0".repeat(40)}`);

it.each([
  [png(8, 2), true],
  [png(8, 6), true],
  [png(4, 3), true],
  [png(16, 2), false],
  [png(8, 0), false],
  [png(8, 4), false],
  [jpeg(8, 3), true],
  [jpeg(8, 4), false],
  [jpeg(8, 1), false],
  [latin1("x"), true],
])("a picture is one of 8 bits of red, green and blue, with transparency or without: %#", (bytes, isOne) => {
  expect(isScreenPicture(bytes)).toBe(isOne);
});

it("knows a webp that moves and an Ogg that is no Opus", () => {
  expect([isMoving(webp(0x12)), isMoving(webp(0x10)), isMoving(latin1("x"))]).toEqual([true, false, false]);
  expect(["OpusHead", "\u0001vorbis", "Speex   ", "\u007fFLAC"].map((packet) => isOggWithoutOpus(ogg(packet)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

// developers.facebook.com, Cloud API, reference of media: 8-bit RGB or RGBA, stickers of 100 and 500 KB, Ogg with Opus alone.
describe("a message with a file that Meta takes at the upload", () => {
  const NUMBER = "106540352242922";
  const CUSTOMER = "5511900000001";
  let graph: RunningGraph;
  beforeAll(async () => {
    graph = await startGraph({ appSecret: "s", token: "t", phoneNumberId: NUMBER, wabaId: "102290129340398" });
    graph.control.openWindow({ from: CUSTOMER });
  });
  afterAll(() => graph.close());
  const call = async (edge: string, body: FormData | string) => {
    const headers = { authorization: "Bearer t", ...(typeof body === "string" && { "content-type": "application/json" }) };
    return (await (await fetch(`${graph.url}/v23.0/${NUMBER}/${edge}`, { method: "POST", headers, body })).json()) as Record<
      string,
      unknown
    >;
  };

  it.each<[string, string, string, Buffer, boolean]>([
    ["a photograph", "image", "image/jpeg", jpeg(8, 3), true],
    ["a picture of four inks", "image", "image/jpeg", jpeg(8, 4), false],
    ["a png of 16 bits", "image", "image/png", png(16, 2), false],
    ["the same as a document", "document", "image/png", png(16, 2), true],
    ["a sticker that stands still", "sticker", "image/webp", webp(0x10), true],
    ["one of more than 100 KB", "sticker", "image/webp", webp(0x10, 101 * 1024), false],
    ["one that moves", "sticker", "image/webp", webp(0x12, 400 * 1024), true],
    ["Ogg with Opus", "audio", "audio/ogg", ogg("OpusHead"), true],
    ["Ogg with Vorbis", "audio", "audio/ogg", ogg("\u0001vorbis"), false],
  ])("is refused where phones would not show or play it: %s", async (_what, type, mime, bytes, isTaken) => {
    const form = new FormData();
    form.set("messaging_product", "whatsapp");
    form.set("type", mime);
    form.set("file", new Blob([new Uint8Array(bytes)]), "a.bin");
    const { id } = await call("media", form);
    const message = { messaging_product: "whatsapp", recipient_type: "individual", to: CUSTOMER, type, [type]: { id } };
    const answer = await call("messages", JSON.stringify(message));
    expect(answer).toMatchObject(isTaken ? { messages: [{}] } : { error: { code: 131053 } });
  });
});
