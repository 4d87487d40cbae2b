import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createArchive, isSealedArchive, readArchive } from "./index.js";
import { openFilesIn } from "./openFiles.fixture.js";

const PASSPHRASE = "a long enough passphrase";
/** More than two frames, so that frames can be left out, moved and cut. */
const large = randomBytes(2_500_000);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "balcao-archive-"));
});
afterEach(async () => {
  expect(await openFilesIn(folder)).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

async function write(passphrase: string | null): Promise<string> {
  const file = path.join(folder, "archive");
  const archive = await createArchive(file, passphrase, 10);
  await archive.add("first.json", Buffer.from("{}"));
  await writeFile(path.join(folder, "large"), large);
  expect(await archive.addFile("files/large", path.join(folder, "large"))).toBe(large.length);
  expect(await archive.addFile("files/none", path.join(folder, "none"))).toBe(false);
  await archive.add("last", Buffer.from(archive.digest()));
  await archive.close();
  return file;
}

async function read(file: string, passphrase: string | null): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  await readArchive(file, passphrase, async (entry) => {
    const content = await entry.read(10_000_000);
    found.set(entry.name, content);
    if (entry.name === "last") expect(content.toString()).toBe(entry.digestBefore);
  });
  return found;
}

describe("an archive", () => {
  it.each([null, PASSPHRASE])(
    "gives back what was written, and the digest of what came before an entry (passphrase %s)",
    async (passphrase) => {
      const file = await write(passphrase);
      expect(await isSealedArchive(file)).toBe(passphrase !== null);
      const found = await read(file, passphrase);
      expect([...found.keys()]).toEqual(["first.json", "files/large", "last"]);
      expect(found.get("files/large")?.equals(large)).toBe(true);
      expect((await readFile(file)).includes("first.json")).toBe(passphrase === null);
      expect(await readdir(folder)).toEqual(["archive", "large"]);
    },
  );

  it("is a file that tar lists", async () => {
    const { stdout } = spawnSync("tar", ["-tf", await write(null)], { encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual(["first.json", "files/large", "last"]);
  });

  it.each([null, PASSPHRASE])("is refused when it is cut anywhere (passphrase %s) [B-12]", async (passphrase) => {
    const file = await write(passphrase);
    const { length } = await readFile(file);
    for (const end of [length - 1_100, length - 1_600, 2_000_000, 1_048_576 + 16 + 42, 600]) {
      await truncate(file, end);
      await expect(read(file, passphrase)).rejects.toThrow(/cut or damaged|not the one of this backup/);
    }
  });

  it("that is encrypted is refused with another passphrase, and when frames were changed or exchanged [B-12]", async () => {
    const file = await write(PASSPHRASE);
    await expect(read(file, "another passphrase")).rejects.toThrow("The passphrase is not the one of this backup");
    const bytes = await readFile(file);
    const [header, frame] = [42, 1_048_576 + 16];
    const second = Buffer.from(bytes.subarray(header + frame, header + 2 * frame));
    const swapped = Buffer.concat([
      bytes.subarray(0, header),
      second,
      bytes.subarray(header, header + frame),
      bytes.subarray(header + 2 * frame),
    ]);
    const dropped = Buffer.concat([bytes.subarray(0, header + frame), bytes.subarray(header + 2 * frame)]);
    const changed = Buffer.from(bytes);
    changed[header + frame + 5_000] = (changed[header + frame + 5_000] ?? 0) ^ 1;
    for (const broken of [swapped, dropped, changed]) {
      await writeFile(file, broken);
      await expect(read(file, PASSPHRASE)).rejects.toThrow(/Nothing was changed/);
    }
  });

  it("is not written by two at once, and gets no name when it cannot be recorded", async () => {
    const file = path.join(folder, "twice");
    const one = await createArchive(file, null);
    await expect(createArchive(file, null)).rejects.toThrow("is being written by another backup");
    await expect(one.close(() => Promise.reject(new Error("not recorded")))).rejects.toThrow("not recorded");
    await one.discard();
    expect((await readdir(folder)).filter((name) => name.includes("twice"))).toEqual([]);
  });

  it("leaves nothing behind when it is discarded, replaces no file, and refuses what is no archive", async () => {
    const file = await write(null);
    await expect(createArchive(file, null)).rejects.toThrow("exists already");
    await (await createArchive(path.join(folder, "other"), null)).discard();
    expect(await readdir(folder)).toEqual(["archive", "large"]);
    await expect(isSealedArchive(path.join(folder, "large"))).rejects.toThrow("is no backup of Balcão");
    await expect(isSealedArchive(path.join(folder, "none"))).rejects.toThrow("cannot be read (ENOENT)");
  });
});
