import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { openZip } from "./index.js";
import { openFilesIn } from "./openFiles.fixture.js";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "balcao-zip-"));
  file = path.join(folder, "chat.zip");
});
afterEach(async () => {
  expect(await openFilesIn(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

/** More than 32 bits count. */
const HOLE = 2 ** 32 + 7;
const LONG = Buffer.alloc(300_000, "bolo ");

/** `isLarge` writes it as archives above 4 GB are written. */
async function write(isLarge = false): Promise<void> {
  const more = { forceZip64Format: isLarge };
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from("oi"), "_chat.txt", more);
  zip.addBuffer(LONG, "packed.bin", more);
  zip.addBuffer(LONG, "stored.bin", { ...more, compress: false });
  zip.addBuffer(Buffer.alloc(0), "empty.bin", more);
  // An accent apart from its letter, as a Mac writes it.
  zip.addBuffer(Buffer.from("foto"), "bolo de mac\u0327a\u0303.jpg", more);
  zip.end({ ...more, comment: "" });
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
  beforeEach(() => write());

  it.each([false, true])("gives the bytes of its entries, packed or not, at once or as a stream (large: %s)", async (isLarge) => {
    await write(isLarge);
    // The usual end of a large one says nothing of where its directory is.
    expect((await readFile(file)).readUInt32LE((await readFile(file)).length - 6) === 0xffffffff).toBe(isLarge);
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

  /** Where the numbers of an entry of the directory begin. */
  function numbersOf(bytes: Buffer, entry: number): number {
    let at = entry + 46 + bytes.readUInt16LE(entry + 28);
    while (bytes.readUInt16LE(at) !== 1) at += 4 + bytes.readUInt16LE(at + 2);
    return at;
  }

  /** Moves a large archive to the end of a file of more than 4 GB, of which nothing else is on the disk. */
  async function moveBeyond(): Promise<void> {
    const bytes = await readFile(file);
    const add = (at: number): unknown => bytes.writeBigUInt64LE(bytes.readBigUInt64LE(at) + BigInt(HOLE), at);
    // Each entry of the directory has size, packed size and place; then come the place of the directory, and that of its record.
    for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 1))
      add(numbersOf(bytes, at) + 4 + 16);
    add(bytes.indexOf("PK\u0006\u0006") + 48);
    add(bytes.indexOf("PK\u0006\u0007") + 8);
    const handle = await open(file, "w");
    await handle.write(bytes, 0, bytes.length, HOLE);
    await handle.close();
  }

  it("is read where its files are beyond 4 GB", async () => {
    await write(true);
    await moveBeyond();
    expect((await streamed("packed.bin")).equals(LONG)).toBe(true);
    expect((await streamed("_chat.txt")).toString()).toBe("oi");
  });

  it.each([
    [
      "whose directory is said to be outside of it",
      (bytes: Buffer) => bytes.writeBigUInt64LE(10n ** 12n, bytes.indexOf("PK\u0006\u0006") + 48),
      "cut",
    ],
    ["whose record is elsewhere", (bytes: Buffer) => bytes.writeBigUInt64LE(3n, bytes.indexOf("PK\u0006\u0007") + 8), "damaged"],
    ["without its record", (bytes: Buffer) => bytes.write("XX", bytes.indexOf("PK\u0006\u0007")), "damaged"],
    [
      "with a number that no file reaches",
      (bytes: Buffer) => bytes.fill(0xff, bytes.indexOf("PK\u0006\u0006") + 40, bytes.indexOf("PK\u0006\u0006") + 48),
      "damaged",
    ],
    [
      "of an entry without its numbers",
      (bytes: Buffer) => bytes.writeUInt16LE(7, numbersOf(bytes, bytes.indexOf("PK\u0001\u0002"))),
      "damaged",
    ],
  ])("that is large is refused %s", async (_what, tear, why) => {
    await write(true);
    const bytes = await readFile(file);
    tear(bytes);
    await writeFile(file, bytes);
    await expect(openZip(file)).rejects.toThrow(why);
  });
});
