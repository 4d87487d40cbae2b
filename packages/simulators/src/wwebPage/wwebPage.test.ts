import { readFile } from "node:fs/promises";
import path from "node:path";
import { startWwebPage, type RunningWwebPage } from "./index.js";

/** Calls the servers as the page's script does, without a browser. */
describe("the stand-in of WhatsApp Web's servers", () => {
  let web: RunningWwebPage;
  beforeEach(async () => (web = await startWwebPage()));
  afterEach(() => web.close());

  const ask = async (at: string, question: object): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(`${web.url}${at}`, { method: "POST", body: JSON.stringify({ device: "D1", ...question }) });
    const text = await response.text();
    const body: unknown = text === "" ? {} : JSON.parse(text);
    return { status: response.status, body: Object.fromEntries(Object.entries(body ?? {})) };
  };
  const message = (to: string): object => ({
    message: {
      id: { fromMe: true, remote: { _serialized: to }, id: "3EB0AA" },
      from: { _serialized: "5511970000001@c.us" },
      to: { _serialized: to },
      type: "chat",
      body: "Oi",
      t: 1,
    },
  });

  it("is a page under the version that the library asks for", async () => {
    const html = await readFile(path.join(web.folder, `${web.version}.html`), "utf8");
    expect(html).toContain(web.url);
    expect(html).toContain("window.require");
  });

  it("offers seven codes and then none, until a phone scans one", async () => {
    const refs = [];
    for (let count = 0; count < 8; count += 1) refs.push((await ask("/ref", {})).body["ref"]);
    expect(new Set(refs).size).toBe(8);
    expect(refs.at(-1)).toBeNull();
    expect((await ask("/boot", {})).body).toMatchObject({ linked: false, messages: [] });
    web.network.link("D1");
    expect((await ask("/boot", {})).body).toMatchObject({ linked: true });
    web.network.unlink();
    expect((await ask("/boot", {})).body).toMatchObject({ linked: false });
  });

  it("shows a linked number as online from the start of its page until it is told otherwise (whatsmeow #262, #605)", async () => {
    await ask("/ref", {});
    expect(web.network.available).toBe(false);
    web.network.link("D1");
    expect(web.network.available).toBe(true);
    await ask("/presence", { type: "unavailable" });
    expect(web.network.available).toBe(false);
    await ask("/boot", {});
    expect(web.network.available).toBe(true);
  });

  it("has the contacts that were put before a page opened", async () => {
    web.network.putContact({ id: "5511988880001@c.us", name: "Zé", isMyContact: true });
    expect((await ask("/boot", {})).body["contacts"]).toEqual([{ id: "5511988880001@c.us", name: "Zé", isMyContact: true }]);
  });

  it("takes a pairing code once", async () => {
    const { body } = await ask("/pairCode", { phone: "5511970000001" });
    expect(() => web.network.typeCode("ZZZZZZZZ")).toThrow("nobody");
    web.network.typeCode(String(body["code"]));
    expect(() => web.network.typeCode(String(body["code"]))).toThrow("nobody");
  });

  // WhatsApp's protocol buffers: AudioMessage and StickerMessage have no field for a caption.
  it("loses a caption beside a sound or a sticker, as the protocol does", async () => {
    const to = "5511900000001@c.us";
    for (const [at, type] of ["image", "ptt", "audio", "sticker"].entries())
      await ask("/send", {
        message: { id: { fromMe: true, remote: { _serialized: to }, id: `3EB0A${at}` }, type, caption: "Legenda", t: 1 },
      });
    expect(web.network.shown().map(({ type, fields }) => [type, fields["caption"]])).toEqual([
      ["image", "Legenda"],
      ["ptt", undefined],
      ["audio", undefined],
      ["sticker", undefined],
    ]);
  });

  it("refuses a recipient without an account, and stores nothing of it", async () => {
    expect((await ask("/send", message("5511999999999@c.us"))).status).toBe(404);
    expect(web.network.shown()).toEqual([]);
    expect((await ask("/send", message("5511900000001@c.us"))).body).toEqual({ ack: 1 });
    expect(web.network.shown()).toMatchObject([{ id: "3EB0AA", chat: "5511900000001@c.us" }]);
  });

  it("resolves both forms of a Brazilian number to the one that has the account", () => {
    web.network.accounts.add("551188880000@c.us");
    expect(web.network.resolve("5511988880000@c.us")).toBe("551188880000@c.us");
    expect(web.network.resolve("551100000001@c.us")).toBe("5511900000001@c.us");
    expect(web.network.resolve("551190000001@c.us")).toBeNull();
  });

  it("sends a file only for its key and its hash", async () => {
    const stored = web.network.store(Buffer.from("bytes"));
    const file = (mediaKey: string): Promise<Response> =>
      fetch(
        `${web.url}${String(stored["directPath"])}?${new URLSearchParams({ mediaKey, filehash: String(stored["filehash"]) }).toString()}`,
      );
    expect((await file("wrong")).status).toBe(404);
    expect(await (await file(String(stored["mediaKey"]))).text()).toBe("bytes");
  });

  it("drops an answer, with or without the message, when configured", async () => {
    let came = 0;
    web.network.faults.push({ taken: true, answer: "refuse", then: () => (came += 1) });
    expect((await ask("/send", message("5511900000001@c.us"))).status).toBe(406);
    expect([came, web.network.shown().length]).toEqual([1, 1]);
  });
});
