import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createManualClock, systemClock } from "../clock/index.js";
import { gif, jpeg, mp4, opus, png, turnedJpeg, webp } from "./bytes.fixture.js";
import { createFileStore, defaultBlockedExtensions, FileError, type FileStore } from "./index.js";

const MB = 1024 * 1024;
let root: string;
let store: FileStore;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "files-"));
  store = createFileStore({ root, blockedExtensions: defaultBlockedExtensions, clock: systemClock });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = (bytes: Buffer | string, originalName = "file", declaredMime = "application/octet-stream", maxBytes = MB) =>
  store.write(Readable.from([Buffer.from(bytes)]), { originalName, declaredMime, maxBytes });

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function refusalOf(promise: Promise<unknown>): Promise<FileError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof FileError) return error;
  throw new Error("The store took the file, or failed otherwise.", { cause: error });
}

describe("a file store", () => {
  it("stores a file with hash, size, type and a random name [S-42]", async () => {
    const bytes = png(640, 480);
    const file = await write(bytes, "Relatório de março.PNG", "text/html");
    expect(file).toMatchObject({
      mime: "image/png",
      extension: "png",
      size: bytes.length,
      originalName: "Relatorio de marco.PNG",
      inlineAllowed: true,
      width: 640,
      height: 480,
    });
    expect(file.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(file.path).toMatch(/^([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{28}\.png$/);
    expect(file.id).not.toContain(path.basename(file.path, ".png"));
    expect((await stat(path.join(root, file.path))).mode & 0o077).toBe(0);
    expect(await readFile(path.join(root, file.path))).toEqual(bytes);
    expect(await filesBelow(root)).toHaveLength(1);
  });

  it("measures photographs and videos as they are shown", async () => {
    const sizeOf = async (bytes: Buffer) => {
      const { mime, width, height } = await write(bytes);
      return [mime, width, height];
    };
    expect(await sizeOf(turnedJpeg(4_000, 3_000, 6, "II"))).toEqual(["image/jpeg", 3_000, 4_000]);
    expect(await sizeOf(turnedJpeg(4_000, 3_000, 8, "MM"))).toEqual(["image/jpeg", 3_000, 4_000]);
    expect(await sizeOf(turnedJpeg(4_000, 3_000, 1, "II"))).toEqual(["image/jpeg", 4_000, 3_000]);
    expect(await sizeOf(mp4(1_280, 720))).toEqual(["video/mp4", 1_280, 720]);
    expect(await sizeOf(mp4(1_280, 720, true))).toEqual(["video/mp4", 720, 1_280]);
    const cut = mp4(1_280, 720);
    expect(await sizeOf(cut.subarray(0, cut.length - 90))).toEqual(["video/mp4", undefined, undefined]);
  });

  it("says of a film that not every browser plays how it is written, by its content and not by its name [D-412]", async () => {
    const codecOf = async (bytes: Buffer, name: string) => (await write(bytes, name)).codec;
    expect(await codecOf(mp4(1_280, 720, false, "hvc1"), "IMG_1.mp4")).toBe("hvc1.1.6.L93.B0");
    expect(await codecOf(mp4(1_280, 720, true, "hev1"), "film")).toBe("hvc1.1.6.L93.B0");
    expect(await codecOf(mp4(1_280, 720), "hvc1.mp4")).toBeUndefined();
    const hevc = mp4(1_280, 720, false, "hvc1");
    expect(await codecOf(hevc.subarray(0, hevc.length - 160), "cut.mp4")).toBeUndefined();
  });

  it("copies a file from a path and leaves the original unchanged", async () => {
    const source = path.join(root, "source.bin");
    await writeFile(source, gif(10, 20));
    expect(await store.write(source, { originalName: "a", declaredMime: "", maxBytes: MB })).toMatchObject({
      mime: "image/gif",
      width: 10,
      height: 20,
    });
    expect(await readFile(source)).toEqual(gif(10, 20));
  });

  it("returns the whole file or a range, and nothing after removal", async () => {
    const { path: stored } = await write("0123456789", "a.txt");
    const whole = await store.open(stored);
    expect(whole.size).toBe(10);
    expect((await buffer(whole.stream)).toString()).toBe("0123456789");
    expect((await buffer((await store.open(stored, { start: 2, end: 4 })).stream)).toString()).toBe("234");
    expect(await store.size(stored)).toBe(10);
    await store.remove(stored);
    await store.remove(stored);
    expect((await refusalOf(store.open(stored))).code).toBe("ERR_NO_FILE");
  });

  it.each(["../../etc/passwd", "/etc/passwd", "..%2f.env", "ab/cd/../../secrets.json", "ab/cd/x.png\0", ""])(
    "opens nothing outside its folders: %j [S-42]",
    async (stored) => {
      expect((await refusalOf(store.open(stored))).code).toBe("ERR_NO_FILE");
      expect((await refusalOf(store.size(stored))).code).toBe("ERR_NO_FILE");
      await expect(store.remove(stored)).rejects.toThrow(FileError);
    },
  );

  it("cleans a name of 400,000 dots between two letters [S-42]", async () => {
    const { originalName } = await write("text", `a${".".repeat(400_000)}b`);
    expect(originalName).toBe(`a${".".repeat(198)}b`);
  });

  it.each(["../../x", "..%2f", "a\0b", "x".repeat(5_000), "CON", "AUX.txt", "/", "", "a\r\nSet-Cookie: x"])(
    "stores %j inside its root under a harmless name [S-42]",
    async (name) => {
      const file = await write("text", name);
      expect(path.join(root, file.path).startsWith(root + path.sep)).toBe(true);
      expect(file.originalName).toMatch(/^[^/\\\p{C}]{1,200}$/u);
      expect(file.originalName).not.toMatch(/^(con|aux)(\.|$)/i);
    },
  );
});

describe("types by content [S-41]", () => {
  it.each([
    ["image.png", "<!DOCTYPE html><script>alert(1)</script>", "image/png", "text/html", "html"],
    ["photo.jpg", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', "image/jpeg", "image/svg+xml", "svg"],
    ["photo.jpg", '\n <svg onload="x()">', "image/jpeg", "image/svg+xml", "svg"],
    ["note.txt", '<?xml version="1.0"?><a/>', "text/plain", "application/xml", "xml"],
    ["page.xhtml", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', "image/png", "text/html", "html"],
    ["page.mht", "MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><script>x()</script>", "image/png", "text/html", "html"],
    ["data.csv", "nome;número\nAna;5511999999999\n", "text/csv", "text/csv", "csv"],
    ["card.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nEND:VCARD\n", "text/vcard", "text/vcard", "vcf"],
    ["unknown.zzz", "olá", "image/png", "text/plain", "txt"],
    ["x.constructor", "olá", "", "text/plain", "txt"],
    ["noise.png", "\u0000\u0001\u0002\u0003noise", "image/png", "application/octet-stream", "bin"],
    ["doc.pdf", "%PDF-1.7\n%âãÏÓ\n1 0 obj\n", "application/pdf", "application/pdf", "pdf"],
  ])("%s holding %j is what it is, never shown inline [S-44]", async (name, content, declared, mime, extension) => {
    expect(await write(content, name, declared)).toMatchObject({ mime, extension, inlineAllowed: false });
  });

  it("treats a picture with a program appended as a picture", async () => {
    const polyglot = Buffer.concat([gif(2_570, 10), Buffer.from("=1;alert(1)//<script>")]);
    expect(await write(polyglot, "a.html", "text/html")).toMatchObject({ mime: "image/gif", extension: "gif", inlineAllowed: true });
  });

  it("treats voice notes and sound in video containers as sound", async () => {
    expect(await write(opus(1_500), "ptt", "audio/ogg; codecs=opus")).toMatchObject({
      mime: "audio/ogg",
      extension: "ogg",
      durationMs: 1_500,
      inlineAllowed: true,
    });
    const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom\x00\x00\x02\x00isomiso2", "latin1"), Buffer.alloc(64)]);
    expect(await write(mp4, "sound", "audio/mp4")).toMatchObject({ mime: "audio/mp4", extension: "m4a" });
    expect(await write(mp4, "film", "video/mp4")).toMatchObject({ mime: "video/mp4", extension: "mp4" });
  });
});

describe("refusals", () => {
  const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(64)]);
  const pe = Buffer.alloc(300);
  pe.write("MZ", 0, "latin1");
  pe.writeUInt32LE(128, 0x3c);
  pe.write("PE\0\0", 128, "latin1");
  const machO = Buffer.concat([Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1]), Buffer.alloc(64)]);

  it.each([
    ["a.pdf.exe", Buffer.from("text"), "ERR_WAPP_DOWNLOAD_MEDIA_DENIED"],
    ["A.EXE", Buffer.from("text"), "ERR_WAPP_DOWNLOAD_MEDIA_DENIED"],
    ["a.exe. ", Buffer.from("text"), "ERR_WAPP_DOWNLOAD_MEDIA_DENIED"],
    ["a.js::$DATA", Buffer.from("text"), "ERR_WAPP_DOWNLOAD_MEDIA_DENIED"],
    ["a.s\u200bh", Buffer.from("text"), "ERR_WAPP_DOWNLOAD_MEDIA_DENIED"],
    ["note.txt", elf, "ERR_FILE_PROGRAM"],
    ["note.txt", pe, "ERR_FILE_PROGRAM"],
    ["note.txt", machO, "ERR_FILE_PROGRAM"],
    ["note.txt", Buffer.from("#!/bin/sh\nrm -rf /\n"), "ERR_FILE_PROGRAM"],
  ])("denies %s as the administrator wants, and keeps nothing [S-41]", async (name, bytes, code) => {
    expect((await refusalOf(write(bytes, name))).code).toBe(code);
    expect(await filesBelow(root)).toEqual([]);
  });

  it("reports a file without bytes as empty, and stores nothing", async () => {
    expect((await refusalOf(write(Buffer.alloc(0), "empty.txt"))).code).toBe("ERR_FILE_EMPTY");
    expect(await filesBelow(root)).toEqual([]);
  });

  it("stops reading at the limit and reports the limit [S-43]", async () => {
    let given = 0;
    const endless = new Readable({
      read() {
        given += 65_536;
        this.push(Buffer.alloc(65_536, 1));
      },
    });
    const refusal = await refusalOf(store.write(endless, { originalName: "a", declaredMime: "", maxBytes: MB }));
    expect(refusal).toMatchObject({ code: "ERR_FILE_TOO_LARGE", limitBytes: MB });
    expect(given).toBeLessThan(2 * MB);
    expect(endless.destroyed).toBe(true);
    expect(await filesBelow(root)).toEqual([]);
    expect(await write(Buffer.alloc(MB, 65), "exact.txt")).toMatchObject({ size: MB });
  });

  it("leaves no file and no descriptor behind when 200 senders disconnect half-way [S-43]", async () => {
    const openFiles = async () => (await readdir("/proc/self/fd").catch(() => [])).length;
    const before = await openFiles();
    const broken = Array.from({ length: 200 }, () => {
      const source = new Readable({ read: () => undefined });
      source.push(Buffer.alloc(1_000, 1));
      setImmediate(() => source.destroy(new Error("the connection broke")));
      return store.write(source, { originalName: "a", declaredMime: "", maxBytes: MB }).then(
        () => "stored",
        () => "failed",
      );
    });
    expect(new Set(await Promise.all(broken))).toEqual(new Set(["failed"]));
    expect(await filesBelow(root)).toEqual([]);
    expect(await openFiles()).toBeLessThanOrEqual(before + 5);
  });

  it.each([
    ["jpeg", jpeg(4_000, 3_000), 4_000, 3_000],
    ["lossy webp", webp("VP8 ", 800, 600), 800, 600],
    ["lossless webp", webp("VP8L", 801, 601), 801, 601],
    ["extended webp", webp("VP8X", 1_000, 500), 1_000, 500],
  ])("reads the size of a %s", async (_kind, bytes, width, height) => {
    expect(await write(bytes)).toMatchObject({ width, height, inlineAllowed: true });
  });

  it.each([
    ["png", png(0xffff_ffff, 0)],
    ["gif", gif(0, 65_535)],
    ["jpeg", jpeg(65_535, 0)],
    ["Ogg sound", opus(2 ** 42)],
  ])("keeps no size and no duration that a %s can only have made up [S-47]", async (_kind, bytes) => {
    expect(await write(bytes)).toMatchObject({ width: undefined, height: undefined, durationMs: undefined });
  });

  it("accepts pictures and sound that are cut anywhere", async () => {
    for (const whole of [png(9, 9), jpeg(9, 9, 40), gif(9, 9), webp("VP8X", 9, 9), webp("VP8L", 9, 9), opus(40).subarray(0, 400)]) {
      for (let length = 1; length < Math.min(whole.length, 120); length += 7) {
        const outcome = await write(whole.subarray(0, length)).then(
          () => "stored",
          (error: unknown) => (error instanceof FileError ? "refused" : error),
        );
        expect(["stored", "refused"]).toContain(outcome);
      }
    }
  });
});

describe("derive", () => {
  const digest = "ab".repeat(32);

  it("makes a file once for simultaneous and later calls, and again after a failure, which left nothing behind", async () => {
    let times = 0;
    const make = async (target: string): Promise<void> => {
      times += 1;
      await writeFile(target, "made");
    };
    const [one, two] = await Promise.all([store.derive(digest, "m4a", make), store.derive(digest, "m4a", make)]);
    expect([one, two, await store.derive(digest, "m4a", make), times]).toEqual([`derived/${digest}.m4a`, one, one, 1]);
    expect(await store.size(one)).toBe(4);
    const failing = (target: string) => writeFile(target, "half").then(() => Promise.reject(new Error("broken")));
    const before = await filesBelow(root);
    await expect(store.derive("cd".repeat(32), "m4a", failing)).rejects.toThrow("broken");
    expect(await filesBelow(root)).toEqual(before);
  });

  it("removes files that were not requested for a week", async () => {
    const stored = await store.derive(digest, "m4a", (target) => writeFile(target, "made"));
    const later = createFileStore({ root, blockedExtensions: [], clock: createManualClock(Date.now() + 8 * 24 * 3_600_000) });
    expect(await later.removeAbandoned()).toBeGreaterThan(0);
    await expect(later.size(stored)).rejects.toThrow(FileError);
  });
});

describe("removeAbandoned", () => {
  it("removes abandoned drafts after a day, and no younger ones", async () => {
    await write("text");
    const drafts = path.join(root, "drafts");
    const clock = createManualClock(Date.now());
    const sweeping = createFileStore({ root, blockedExtensions: [], clock });
    await writeFile(path.join(drafts, "old"), "x");
    await writeFile(path.join(drafts, "young"), "x");
    await utimes(path.join(drafts, "old"), new Date(Date.now() - 25 * 3_600_000), new Date(Date.now() - 25 * 3_600_000));
    expect(await sweeping.removeAbandoned()).toBe(1);
    expect(await readdir(drafts)).toEqual(["young"]);
  });
});
