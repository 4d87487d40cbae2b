import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { openTestBucket, type TestBucket } from "@balcao/testing/bucket";
import { createManualClock, systemClock } from "../clock/index.js";
import { png } from "./bytes.fixture.js";
import type { FilePlace } from "./filePlace.js";
import { createFolderPlace } from "./folderPlace.js";
import { createFileStore, FileError, openBucketPlace, readBucketAddress, withFile, type BucketAddress, type FileStore } from "./index.js";

const MB = 1024 * 1024;
const DAY_MS = 24 * 3_600_000;
const digest = "ab".repeat(32);
let bucket: TestBucket;
let root: string;

function addressOf(url: string): BucketAddress {
  const address = readBucketAddress(url);
  if (typeof address === "string") throw new Error(address);
  return address;
}

beforeAll(async () => {
  bucket = await openTestBucket();
}, 60_000);
afterAll(() => bucket.close());
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "places-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const PLACES: readonly (readonly [string, () => Promise<FilePlace & { close?: () => void }>])[] = [
  ["a folder", () => Promise.resolve(createFolderPlace(root))],
  ["a bucket", () => openBucketPlace({ address: addressOf(bucket.url()), pageSize: 3 })],
];

describe.each(PLACES)("files in %s", (_name, open) => {
  let place: FilePlace & { close?: () => void };
  let store: FileStore;

  beforeEach(async () => {
    place = await open();
    store = createFileStore({ root, place, blockedExtensions: ["exe"], clock: systemClock });
  });
  afterEach(async () => {
    for (const stored of await everything()) await place.remove(stored);
    place.close?.();
  });

  const everything = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const part of place.list()) found.push(...part.map((each) => each.path));
    return found;
  };
  const drafts = (): Promise<string[]> => readdir(path.join(root, "drafts")).catch(() => []);
  const write = (bytes: Buffer | string, originalName = "a.txt") =>
    store.write(Readable.from([Buffer.from(bytes)]), { originalName, declaredMime: "", maxBytes: 20 * MB });
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "no error",
      (error: unknown) => (error instanceof FileError ? error.code : error),
    );

  it("returns what was written, whole and in ranges, and nothing after removal [S-42]", async () => {
    const bytes = png(64, 48);
    const file = await write(bytes, "Foto.png");
    expect(file).toMatchObject({ mime: "image/png", size: bytes.length, width: 64, height: 48, inlineAllowed: true });
    const whole = await store.open(file.path);
    expect([whole.size, await buffer(whole.stream)]).toEqual([bytes.length, bytes]);
    const part = await store.open(file.path, { start: 2, end: 11 });
    expect([part.size, await buffer(part.stream)]).toEqual([bytes.length, bytes.subarray(2, 12)]);
    const last = await store.open(file.path, { start: bytes.length - 1, end: bytes.length - 1 });
    expect(await buffer(last.stream)).toEqual(bytes.subarray(-1));
    expect(await store.size(file.path)).toBe(bytes.length);
    expect(await drafts()).toEqual([]);
    await store.remove(file.path);
    await store.remove(file.path);
    expect(await codeOf(store.open(file.path))).toBe("ERR_NO_FILE");
    expect(await codeOf(store.size(file.path))).toBe("ERR_NO_FILE");
  });

  it("keeps a file of 12 MB, with its digest, and streams it back", async () => {
    const bytes = randomBytes(12 * MB);
    const file = await write(bytes, "film.bin");
    const hash = createHash("sha256");
    for await (const chunk of (await store.open(file.path)).stream) hash.update(chunk as Buffer);
    expect([file.size, hash.digest("hex")]).toEqual([bytes.length, file.sha256]);
  });

  it("lends a file to a program for as long as its work takes", async () => {
    const file = await write("0123456789");
    const lent: string[] = [];
    const text = await withFile(store, file.path, (at) => {
      lent.push(at);
      return readFile(at, "utf8");
    });
    expect([text, path.extname(lent[0] ?? "")]).toEqual(["0123456789", ".txt"]);
    await expect(withFile(store, file.path, () => Promise.reject(new Error("the program failed")))).rejects.toThrow("the program failed");
    expect(await drafts()).toEqual([]);
    expect(await store.size(file.path)).toBe(10);
  });

  it("leaves nothing behind of a source that breaks off, is too large or is refused [S-43]", async () => {
    const broken = new Readable({ read: () => undefined });
    broken.push(Buffer.alloc(200_000, 65));
    setImmediate(() => broken.destroy(new Error("the sender left")));
    await expect(store.write(broken, { originalName: "a.txt", declaredMime: "", maxBytes: MB })).rejects.toThrow("the sender left");
    const large = store.write(Readable.from([Buffer.alloc(MB)]), { originalName: "a", declaredMime: "", maxBytes: 1_000 });
    expect(await codeOf(large)).toBe("ERR_FILE_TOO_LARGE");
    expect(await codeOf(write("x", "a.exe"))).toBe("ERR_WAPP_DOWNLOAD_MEDIA_DENIED");
    expect(await codeOf(write(""))).toBe("ERR_FILE_EMPTY");
    expect([await everything(), await drafts()]).toEqual([[], []]);
  });

  it("lists all complete files with size and time, and neither drafts, derived files nor files of others", async () => {
    const before = Date.now() - 2_000;
    const made = [];
    for (let size = 1; size <= 8; size++) made.push(await write("x".repeat(size)));
    await store.derive(digest, "webp", (target) => writeFile(target, "made"));
    const draft = path.join(root, "drafts", "other");
    await mkdir(path.dirname(draft), { recursive: true });
    await writeFile(draft, "x");
    await place.keep({ file: draft, isLasting: false }, "ab/notes.txt");
    const listed = [];
    for await (const part of store.list()) listed.push(...part);
    const bySize = listed.sort((one, other) => one.size - other.size);
    expect(bySize.map(({ path: stored, size }) => [stored, size])).toEqual(made.map((file) => [file.path, file.size]));
    for (const { writtenAt } of listed) expect(Math.abs(writtenAt.getTime() - Date.now())).toBeLessThan(Date.now() - before + 60_000);
    await place.remove("ab/notes.txt");
    await place.remove(`derived/${digest}.webp`);
  });

  it("makes a derived file once, and deletes it a week later", async () => {
    let times = 0;
    const make = async (target: string): Promise<void> => {
      times += 1;
      await writeFile(target, "made");
    };
    const [one, two] = await Promise.all([store.derive(digest, "m4a", make), store.derive(digest, "m4a", make)]);
    expect([one, two, await store.derive(digest, "m4a", make), times]).toEqual([`derived/${digest}.m4a`, one, one, 1]);
    expect((await buffer((await store.open(one)).stream)).toString()).toBe("made");
    await expect(store.derive("cd".repeat(32), "m4a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await store.removeAbandoned()).toBe(0);
    const later = createFileStore({ root, place, blockedExtensions: [], clock: createManualClock(Date.now() + 8 * DAY_MS) });
    expect(await later.removeAbandoned()).toBe(1);
    expect(await codeOf(store.size(one))).toBe("ERR_NO_FILE");
    expect(await drafts()).toEqual([]);
  });

  it("adopts a file under its path once, and none that ends early", async () => {
    const stored = `ab/cd/${"abcd".padEnd(32, "0")}.txt`;
    let opened = 0;
    const source = (text: string) => () => {
      opened += 1;
      return Readable.from([Buffer.from(text)]);
    };
    await expect(store.adopt(stored, 10, source("01234"))).rejects.toThrow("after 5 of 10 bytes");
    await expect(store.adopt(stored, 4, source("01234"))).rejects.toThrow("larger than 4 bytes");
    expect([await everything(), await drafts()]).toEqual([[], []]);
    expect(await store.adopt(stored, 5, source("01234"))).toBe(true);
    expect(await store.adopt(stored, 5, source("01234"))).toBe(false);
    expect([opened, (await buffer((await store.open(stored)).stream)).toString()]).toEqual([3, "01234"]);
  });

  it.each(["../../etc/passwd", "/etc/passwd", "ab/cd/../../secrets.json", "ab/cd/x.png\0", "derived/nothing", ""])(
    "uses no path that is not of the store: %j [S-42]",
    async (stored) => {
      const uses = [store.open(stored), store.size(stored), store.remove(stored), store.borrow(stored)];
      for (const use of uses) expect(await codeOf(use)).toBe("ERR_NO_FILE");
      expect(() => store.link(stored, { contentType: "", contentDisposition: "", cacheControl: "" })).toThrow(FileError);
    },
  );
});
