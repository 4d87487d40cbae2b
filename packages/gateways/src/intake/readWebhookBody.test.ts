import { createHmac, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { createMemorySpool } from "../streaming/memorySpool.fixture.js";
import { createGate, type Gate } from "./gate.js";
import { readWebhookBody, type WebhookBodyOptions } from "./readWebhookBody.js";
import { verifyMeowSignature } from "./signature.js";

const KEY = "0123456789abcdef0123456789abcdef";
const JSON_TYPE = "application/json; charset=utf-8";
const FORM_TYPE = "application/x-www-form-urlencoded";

function sign(bytes: Buffer, key = KEY): string {
  return createHmac("sha256", key).update(bytes).digest("hex");
}

function pieces(bytes: Buffer, size: number): Readable {
  return Readable.from(
    (function* () {
      for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
    })(),
  );
}

function setUp(options: Partial<WebhookBodyOptions> = {}): { spool: ReturnType<typeof createMemorySpool>; options: WebhookBodyOptions } {
  const spool = createMemorySpool();
  return { spool, options: { contentType: JSON_TYPE, hmacKeys: [KEY], spool: spool.open, gate: createGate(2), ...options } };
}

describe("the body of a webhook", () => {
  it("is read as JSON with the digest of its raw bytes", async () => {
    const bytes = Buffer.from('{"type":"Connected", "event":{}}');
    const found = await readWebhookBody(pieces(bytes, 3), setUp().options);
    expect(found.body).toEqual({ type: "Connected", event: {} });
    expect(found.digests).toEqual([sign(bytes)]);
    expect(verifyMeowSignature(found.digests, sign(bytes))).toBe(true);
  });

  it("is read as a form, with plus as space and escapes cut anywhere", async () => {
    const event = { type: "Message", text: "a b+c é & =", base64: randomBytes(3_000).toString("base64") };
    const bytes = Buffer.from(new URLSearchParams({ instanceName: "Vendas", jsonData: JSON.stringify(event), userID: "1" }).toString());
    for (const size of [1, 2, 7, 100_000]) {
      const { spool, options } = setUp({ contentType: FORM_TYPE });
      const found = await readWebhookBody(pieces(bytes, size), options);
      expect(found.body).toEqual({ type: "Message", text: "a b+c é & =", base64: { $file: "spool-1", size: 3_000 } });
      expect(spool.bytes.get("spool-1")?.toString("base64")).toBe(event.base64);
      expect(found.digests).toEqual([sign(bytes)]);
    }
  });

  it("restores plus signs inside the media of a form that did not escape them", async () => {
    const media = Buffer.alloc(300, 0xfb);
    const bytes = Buffer.from(`jsonData=${encodeURIComponent('{"base64":"').replaceAll("%2B", "+")}${media.toString("base64")}%22%7D`);
    const { spool, options } = setUp({ contentType: FORM_TYPE });
    await readWebhookBody(pieces(bytes, 50), options);
    expect(spool.bytes.get("spool-1")?.equals(media)).toBe(true);
  });

  it("gives one digest per candidate key and none for an empty key", async () => {
    const bytes = Buffer.from("{}");
    const { digests } = await readWebhookBody(pieces(bytes, 9), setUp({ hmacKeys: ["old-key", "", KEY] }).options);
    expect(digests).toEqual([sign(bytes, "old-key"), sign(bytes)]);
  });

  it.each([
    ["not JSON", JSON_TYPE, "garbage", 400],
    ["an empty body", JSON_TYPE, "", 400],
    ["a form without jsonData", FORM_TYPE, "a=1&b=2", 400],
    ["a form with jsonData twice", FORM_TYPE, "jsonData=%7B%7D&jsonData=%7B%7D", 400],
    ["a form with a wrong escape", FORM_TYPE, "jsonData=%7B%zz", 400],
    ["a form cut inside an escape", FORM_TYPE, "jsonData=%7B%7", 400],
    ["a multipart body", "multipart/form-data; boundary=x", "--x", 415],
    ["no type", undefined, "{}", 415],
  ])("is refused when it is %s", async (_title, contentType, text, status) => {
    await expect(readWebhookBody(pieces(Buffer.from(text), 4), setUp({ contentType }).options)).rejects.toMatchObject({
      name: "WebhookBodyError",
      status,
    });
  });

  it("is refused above its limits, and leaves no file [R-13]", async () => {
    const media = randomBytes(120_000).toString("base64");
    const whole = setUp({ limitBytes: 150_000 });
    await expect(readWebhookBody(pieces(Buffer.from(`{"base64":"${media}"}`), 10_000), whole.options)).rejects.toMatchObject({
      status: 413,
    });
    expect([...whole.spool.removed]).toEqual(["spool-1"]);
    const text = setUp({ memoryLimitBytes: 20_000 });
    await expect(
      readWebhookBody(pieces(Buffer.from(`{"base64":"${media}","b":"${"é".repeat(20_000)}"}`), 10_000), text.options),
    ).rejects.toMatchObject({ status: 413 });
    expect([...text.spool.removed]).toEqual(["spool-1"]);
  });

  it("leaves no file when the sender disconnects in the middle", async () => {
    const { spool, options } = setUp();
    const stream = new Readable({ read: () => undefined });
    const reading = readWebhookBody(stream, options);
    stream.push(Buffer.from(`{"base64":"${"A".repeat(9_000)}`));
    setImmediate(() => stream.destroy(new Error("aborted")));
    await expect(reading).rejects.toThrow("aborted");
    expect(spool.removed.size).toBe(1);
  });

  it("leaves no clock running, neither after it was read nor after it was refused", async () => {
    const clocks = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = clocks();
    const read = (text: string) => readWebhookBody(pieces(Buffer.from(text), 4), setUp({ largeBytes: 10 }).options);
    await read("{}");
    await read('{"text":"more than ten bytes"}');
    await read("garbage that is large").catch(() => undefined);
    expect(clocks()).toBe(before);
  });

  it("ends with 408 when the sender is too slow", async () => {
    const stream = new Readable({ read: () => undefined });
    stream.push("{");
    await expect(readWebhookBody(stream, setUp({ timeoutMs: 20 }).options)).rejects.toMatchObject({ status: 408 });
  });

  it("lets more than 128 KB of a body into memory only through the gate", async () => {
    const free = createGate(2);
    let asked = 0;
    const gate: Gate = { enter: () => ((asked += 1), free.enter()) };
    const read = (size: number) => readWebhookBody(pieces(Buffer.from(`{"text":"${"x".repeat(size)}"}`), 16_384), setUp({ gate }).options);
    await read(100_000);
    expect(asked).toBe(0);
    await read(150_000);
    expect(asked).toBe(1);
  });

  it("keeps the raw bytes of a body of at most 128 KB, and of no larger one", async () => {
    const read = async (bytes: Buffer) => (await readWebhookBody(pieces(bytes, 10_000), setUp().options)).raw;
    const bodyOf = (size: number) => Buffer.from(JSON.stringify({ text: "x".repeat(size - 11) }));
    const small = bodyOf(128 * 1024);
    expect(Buffer.concat((await read(small)) ?? [])).toEqual(small);
    expect(await read(bodyOf(128 * 1024 + 1))).toBeNull();
  });

  it("reads two large bodies at a time, and small ones at once", async () => {
    const two = createGate(2);
    let asked = 0;
    const gate: Gate = { enter: () => ((asked += 1), two.enter()) };
    const untilAsked = async (times: number): Promise<void> => {
      while (asked < times) await new Promise((resolve) => setImmediate(resolve));
    };
    const open = (): { stream: Readable; done: Promise<unknown> } => {
      const stream = new Readable({ read: () => undefined });
      const done = readWebhookBody(stream, setUp({ gate, largeBytes: 10 }).options);
      stream.push(Buffer.from(`{"text":"${"x".repeat(20)}`));
      return { stream, done };
    };
    const finish = ({ stream, done }: { stream: Readable; done: Promise<unknown> }): Promise<unknown> => {
      stream.push(Buffer.from('"}'));
      stream.push(null);
      return done;
    };
    const first = open();
    const second = open();
    await untilAsked(2);
    const third = open();
    await untilAsked(3);
    const order: string[] = [];
    void third.done.then(() => order.push("third"));
    third.stream.push(Buffer.from('"}'));
    third.stream.push(null);
    await readWebhookBody(pieces(Buffer.from("{}"), 2), setUp({ gate, largeBytes: 10 }).options);
    order.push("small");
    await finish(first);
    order.push("first");
    await third.done;
    await finish(second);
    expect(order).toEqual(["small", "first", "third"]);
  });
});

describe("the signature of a webhook", () => {
  const digest = sign(Buffer.from("{}"));
  it("is refused when it is missing, of another key, cut or prefixed, and when there is no key", () => {
    expect(verifyMeowSignature([digest], digest.toUpperCase())).toBe(true);
    for (const header of [
      undefined,
      "",
      digest.slice(1),
      `sha256=${digest}`,
      sign(Buffer.from("{}"), "another"),
      sign(Buffer.from("{} ")),
    ]) {
      expect(verifyMeowSignature([digest], header)).toBe(false);
    }
    expect(verifyMeowSignature([], digest)).toBe(false);
    expect(verifyMeowSignature([], "")).toBe(false);
  });
});
