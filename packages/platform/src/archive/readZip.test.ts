import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { openZip } from "./index.js";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "balcao-zip-"));
  file = path.join(folder, "chat.zip");
});
afterEach(() => rm(folder, { recursive: true }));

const LONG = Buffer.alloc(300_000, "bolo ");

async function write(): Promise<void> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from("oi"), "_chat.txt");
  zip.addBuffer(LONG, "packed.bin");
  zip.addBuffer(LONG, "stored.bin", { compress: false });
  zip.addBuffer(Buffer.alloc(0), "empty.bin");
  // An accent apart from its letter, as a Mac writes it.
  zip.addBuffer(Buffer.from("foto"), "bolo de mac\u0327a\u0303.jpg");
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream as Readable) parts.push(part as Buffer);
  await writeFile(file, Buffer.concat(parts));
}

async function bytesOf(stream: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream ?? []) parts.push(part);
  return Buffer.concat(parts);
}

async function streamed(name: string): Promise<Buffer> {
  const archive = await openZip(file);
  try {
    return await bytesOf(await archive.stream(name));
  } finally {
    await archive.close();
  }
}

describe("a zip archive", () => {
  beforeEach(write);

  it("gives the bytes of its entries, packed or not, at once or as a stream", async () => {
    const archive = await openZip(file);
    expect(archive.names).toEqual(["_chat.txt", "packed.bin", "stored.bin", "empty.bin", "bolo de maçã.jpg"]);
    expect((await archive.read("_chat.txt", 100))?.toString()).toBe("oi");
    const both = await Promise.all(["packed.bin", "stored.bin"].map(async (name) => bytesOf(await archive.stream(name))));
    expect(both.map((bytes) => bytes.equals(LONG))).toEqual([true, true]);
    expect(await bytesOf(await archive.stream("empty.bin"))).toHaveLength(0);
    expect((await bytesOf(await archive.stream("bolo de maçã.jpg"))).toString()).toBe("foto");
    expect(await archive.stream("other.bin")).toBeNull();
    await expect(archive.read("packed.bin", 100_000)).rejects.toThrow("too large");
    await archive.close();
  });

  it("stops where its reader stops", async () => {
    const archive = await openZip(file);
    for await (const part of (await archive.stream("packed.bin")) ?? []) {
      expect(part.length).toBeLessThan(LONG.length);
      break;
    }
    await archive.close();
  });

  it("is refused where it is damaged or cut", async () => {
    const whole = await readFile(file);
    const at = whole.indexOf("packed.bin") + "packed.bin".length;
    const torn = Buffer.from(whole);
    torn.fill(0xff, at, at + 40);
    await writeFile(file, torn);
    await expect(streamed("packed.bin")).rejects.toThrow("damaged");
    await writeFile(file, whole.subarray(0, 500));
    await expect(openZip(file)).rejects.toThrow("no zip archive");
    await writeFile(file, whole.subarray(100_000));
    await expect(streamed("packed.bin")).rejects.toThrow("cannot be read");
  });
});
