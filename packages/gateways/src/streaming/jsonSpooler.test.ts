import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { MemoryLimitError } from "./byteBuffer.js";
import { JsonSpooler, MalformedJsonError } from "./jsonSpooler.js";
import { createMemorySpool, type MemorySpool } from "./memorySpool.fixture.js";

async function read(bytes: Buffer, sizes: readonly number[], spool: MemorySpool, memoryLimitBytes = 1 << 22): Promise<unknown> {
  const spooler = new JsonSpooler({ memoryLimitBytes, spool: spool.open, mediaKeys: ["base64"] });
  let from = 0;
  for (let turn = 0; from < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % Math.max(1, sizes.length)] ?? bytes.length);
    await spooler.write(bytes.subarray(from, from + size));
    from += size;
  }
  return spooler.end();
}

/** JSON with every non-ASCII character, and some others, as an escape. */
function escaped(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).replaceAll("/", "\\/");
}

const wellFormed = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\u0000", "").replace(/\p{Surrogate}/gu, "?"));
const document = fc.object({
  key: wellFormed.filter((key) => key !== "__proto__" && key !== "$file" && key.toLowerCase() !== "base64"),
  values: [wellFormed, fc.integer(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true })],
  maxDepth: 4,
});
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });

describe("a JSON document that arrives in pieces", () => {
  it("reads what JSON.parse reads, wherever it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(document, sizes, fc.boolean(), async (value, cuts, escape) => {
        const text = JSON.stringify(value);
        const found = await read(Buffer.from(escape ? escaped(text) : text), cuts, createMemorySpool());
        expect(found).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it("is malformed exactly when JSON.parse says so, for documents with one byte changed", async () => {
    await fc.assert(
      fc.asyncProperty(document, sizes, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), async (value, cuts, place, byte) => {
        const bytes = Buffer.from(JSON.stringify(value));
        bytes[place % bytes.length] = byte;
        const expected = ((): boolean => {
          try {
            JSON.parse(bytes.toString());
            return true;
          } catch {
            return false;
          }
        })();
        const found = await read(bytes, cuts, createMemorySpool()).then(
          () => true,
          (error: unknown) => (expect(error).toBeInstanceOf(MalformedJsonError), false),
        );
        expect(found).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("moves media to a file, byte for byte, wherever it is cut and however it is written", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 50_000, max: 90_000 }),
        fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom("plain", "prefixed", "slashes", "lines"),
        async (length, cuts, form) => {
          const media = randomBytes(length);
          const spool = createMemorySpool();
          const base64 = media.toString("base64");
          const text = {
            plain: base64,
            prefixed: `data:image/png;base64,${base64}`,
            slashes: base64.replaceAll("/", "\\/").replaceAll("+", "\\u002b"),
            lines: base64.replace(/(.{76})/g, "$1\\r\\n"),
          }[form];
          const found = await read(Buffer.from(`{"before":"é","event":{"base64":"${text}"},"after":{"x":1}}`), cuts, spool);
          expect(found).toEqual({ before: "é", event: { base64: { $file: "spool-1", size: length } }, after: { x: 1 } });
          expect(spool.bytes.get("spool-1")?.equals(media)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("moves media keys whatever their length, and restores plus signs that became spaces", async () => {
    const spool = createMemorySpool();
    const media = Buffer.from("fbefbefbef", "hex");
    const found = await read(
      Buffer.from(`{"Base64":"${media.toString("base64").replaceAll("+", " ")}","base64":"","other":"aGk="}`),
      [3],
      spool,
    );
    expect(found).toEqual({ Base64: { $file: "spool-1", size: 5 }, base64: "", other: "aGk=" });
    expect(spool.bytes.get("spool-1")?.equals(media)).toBe(true);
  });

  it("keeps a media key's text that is not base64", async () => {
    expect(await read(Buffer.from('{"base64":"não é"}'), [2], createMemorySpool())).toEqual({ base64: "não é" });
  });

  it("keeps long texts whole", async () => {
    const text = "Olá, mundo! ".repeat(20_000);
    expect(await read(Buffer.from(JSON.stringify({ text })), [9_999], createMemorySpool())).toEqual({ text });
  });

  it.each(["QUJD".repeat(16_384), "a".repeat(65_536), "A".repeat(200_000)])(
    "keeps a long text without spaces, which is not media",
    async (text) => {
      const spool = createMemorySpool();
      expect(await read(Buffer.from(JSON.stringify({ conversation: text, list: [text] })), [9_999], spool)).toEqual({
        conversation: text,
        list: [text],
      });
      expect([spool.bytes.size, spool.removed.size]).toEqual([0, 0]);
    },
  );

  it("keeps the beginning of a media key's text that only looked like base64, and leaves no file", async () => {
    const spool = createMemorySpool();
    const found = await read(Buffer.from(JSON.stringify({ base64: `${"a".repeat(70_000)}! fim`, more: "x" })), [5_000], spool);
    expect(found).toEqual({ base64: expect.stringMatching(/^a{4096,70000}$/), more: "x" });
    expect([...spool.removed]).toEqual(["spool-1"]);
  });

  it("replaces what jsonb cannot hold, drops __proto__ and marks of files that are not its own", async () => {
    const found = await read(
      Buffer.from('{"a\\u0000":"x\\u0000y","half":"\\ud800!","__proto__":{"admin":true},"file":{"$file":"of-somebody","size":1}}'),
      [1],
      createMemorySpool(),
    );
    expect(found).toEqual({ "a\uFFFD": "x\uFFFDy", half: "\uFFFD!", file: { size: 1 } });
  });

  it("refuses a document that does not fit into memory", async () => {
    await expect(
      read(Buffer.from(JSON.stringify({ text: "não! ".repeat(1_000) })), [100], createMemorySpool(), 1_000),
    ).rejects.toBeInstanceOf(MemoryLimitError);
  });

  it("refuses documents nested too deeply, cut short, or with a wrong escape", async () => {
    const long = "a".repeat(80_000);
    for (const text of ["[".repeat(100_000), '{"a":"b', '{"a":1', "", `{"a":"${long}\\q"}`, `{"base64":"${long}\\q"}`]) {
      await expect(read(Buffer.from(text), [1_000], createMemorySpool())).rejects.toBeInstanceOf(MalformedJsonError);
    }
  });
});
