import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { systemClock } from "../clock/index.js";
import { jpeg, png } from "./bytes.fixture.js";
import { createFileStore, defaultBlockedExtensions, type FileStore } from "./index.js";

let root: string;
let store: FileStore;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "typing-"));
  store = createFileStore({ root, blockedExtensions: defaultBlockedExtensions, clock: systemClock });
});
afterAll(() => rm(root, { recursive: true, force: true }));

const write = (bytes: Buffer | string, originalName = "", declaredMime = "") =>
  store.write(Readable.from([Buffer.from(bytes)]), { originalName, declaredMime, maxBytes: 1024 * 1024 });

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
/** The header of a webp of 40 × 30 with these flags. */
const webp = (flags: number) =>
  Buffer.concat([Buffer.from("RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0", "latin1"), Buffer.from([flags, 0, 0, 0, 39, 0, 0, 29, 0, 0])]);
/** The first page of an Ogg whose first packet begins like this. */
const ogg = (packet: string) =>
  Buffer.concat([
    Buffer.from("OggS\0\x02", "latin1"),
    Buffer.alloc(20),
    Buffer.from([1, 30]),
    Buffer.from(packet, "latin1"),
    Buffer.alloc(40),
  ]);
const LIST = "Produto\tPreço\r\nParafuso\t1,50\r\n";
const utf32 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), ...[...text].map((sign) => Buffer.from([sign.charCodeAt(0), 0, 0, 0]))]);
const utf16be = (text: string) => Buffer.from(utf16(text)).swap16();
/** Bytes that are no text and have no structure, behind a beginning. */
const noise = (...beginning: number[]) =>
  Buffer.concat([Buffer.from(beginning), Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 89) % 256))]);
/** A program of Windows: its second header is where its first one says. */
function windowsProgram(second: string, at = 0x80): Buffer {
  const file = Buffer.alloc(512);
  file.write("MZ", 0, "latin1");
  file.writeUInt32LE(at, 0x3c);
  file.write(second, at, "latin1");
  return file;
}

describe("types that few bytes would make [S-41]", () => {
  it.each([
    ["UTF-16 of Notepad", "Lista de preços.txt", utf16("Produto\tPreço\r\nParafuso\t1,50\r\n"), "text/plain", "txt"],
    ["UTF-16 without a name", "", utf16("Preço"), "text/plain", "txt"],
    ["UTF-16, the high byte first", "lista.txt", utf16be("Produto\tPreço\r\n"), "text/plain", "txt"],
    ["UTF-16 without a mark", "lista.txt", utf16(LIST).subarray(2), "text/plain", "txt"],
    ["UTF-16 without a mark, the high byte first", "lista.csv", utf16be(LIST).subarray(2), "text/csv", "csv"],
    ["UTF-16 that ends with half a character", "lista.txt", utf16(LIST).subarray(0, -1), "text/plain", "txt"],
    ["UTF-16 with an invoice", "nota.xml", utf16("<?xml version='1.0'?><nota/>"), "application/xml", "xml"],
    ["UTF-32 without a name", "", utf32(LIST), "text/plain", "txt"],
    [
      "data with an empty byte in each pair and in between",
      "dados.dat",
      Buffer.from([1, 0, 0, 2, 3, 0, 0, 4]),
      "application/octet-stream",
      "bin",
    ],
    ["UTF-16 of Excel", "base.csv", utf16("nome;número\r\n"), "text/csv", "csv"],
    ["UTF-16 that a browser would run", "a.txt", utf16("<html><script>x()</script>"), "text/html", "html"],
    ["a text that begins with MZ", "pedido.txt", "MZ Comercial de Peças Ltda, pedido 4711, entrega na quinta-feira", "text/plain", "txt"],
    ["a text that begins with #!", "lista.txt", "#! lista de compras\n- parafusos\n", "text/plain", "txt"],
    ["a text that begins with BM", "obra.txt", "BM Engenharia\n", "text/plain", "txt"],
    ["a text that begins with ID3", "linhas.csv", "ID3;nome\n1;Ana\n", "text/csv", "csv"],
    ["a text that begins with BZh", "a.txt", "BZh anotações", "text/plain", "txt"],
    ["a text that begins with GIF", "a.txt", "GIF ou vídeo?", "text/plain", "txt"],
    ["a text in windows-1252 that begins with ÿû", "a.txt", Buffer.from("ÿûrias linhas", "latin1"), "text/plain", "txt"],
    ["a return file of a bank, with the mark of its end", "retorno.RET", "02RETORNO01COBRANCA\r\n\u001a", "text/plain", "txt"],
    ["PDF", "a.txt", "%PDF-1.7\n1 0 obj\n", "application/pdf", "pdf"],
    ["data that begins like MPEG sound", "dados.dat", noise(0xff, 0xfb), "application/octet-stream", "bin"],
    ["data that begins like a bitmap", "dados.dat", noise(0x42, 0x4d), "application/octet-stream", "bin"],
    ["data that begins with MZ", "dados.dat", noise(0x4d, 0x5a), "application/octet-stream", "bin"],
    ["MPEG sound by its name", "a.mp3", noise(0xff, 0xfb), "audio/mpeg", "mp3"],
    ["MPEG sound without a name", "", noise(0xff, 0xfb), "audio/mpeg", "mp3"],
    ["a bitmap", "a.bmp", noise(0x42, 0x4d), "image/bmp", "bmp"],
  ])("%s named %j", async (_kind, name, bytes, mime, extension) => {
    expect(await write(bytes, name)).toMatchObject({ mime, extension });
  });

  it("takes the declared type where a name says nothing", async () => {
    expect(await write(noise(0xff, 0xfb), "voz", "audio/mpeg")).toMatchObject({ mime: "audio/mpeg" });
    expect(await write(noise(0xff, 0xfb), "voz", "application/x-dados")).toMatchObject({ mime: "application/octet-stream" });
  });

  it.each([
    ["AMR", "voz.amr", Buffer.concat([Buffer.from("#!AMR\n"), noise()]), "", "audio/amr"],
    ["wide AMR", "voz.awb", Buffer.concat([Buffer.from("#!AMR-WB\n"), noise()]), "", "audio/amr"],
    ["SILK", "voz.slk", Buffer.concat([Buffer.from("#!SILK_V3"), noise()]), "", "application/octet-stream"],
    [
      "3GPP",
      "voz.3gp",
      Buffer.concat([Buffer.from("\0\0\0\x18ftyp3gp4\0\0\0\x003gp4isom", "latin1"), noise()]),
      "audio/3gpp",
      "audio/3gpp",
    ],
    [
      "3GPP by its name",
      "voz.3ga",
      Buffer.concat([Buffer.from("\0\0\0\x18ftyp3gp4\0\0\0\x003gp4isom", "latin1"), noise()]),
      "",
      "audio/3gpp",
    ],
    ["AAC", "voz.aac", noise(0xff, 0xf1), "", "audio/aac"],
  ])("takes voice notes of older phones: %s", async (_kind, name, bytes, declared, mime) => {
    expect(await write(bytes, name, declared)).toMatchObject({ mime });
  });
});

describe("what is a program [S-41]", () => {
  it.each([
    ["a program of Windows", windowsProgram("PE\0\0")],
    ["a program whose second header is far behind", windowsProgram("PE\0\0", 400)],
    ["a program of Windows 3", windowsProgram("NE")],
    ["a script", Buffer.from("#!/bin/sh\nls\n")],
    ["a script with a blank", Buffer.from("#! /usr/bin/env node\n")],
    ["a program of Linux", Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2]), Buffer.alloc(64)])],
    ["a program of macOS", Buffer.concat([Buffer.from([0xca, 0xfe, 0xba, 0xbe]), Buffer.alloc(64)])],
  ])("refuses %s under a harmless name", async (_kind, bytes) => {
    await expect(write(bytes, "nota.txt")).rejects.toMatchObject({ reason: "program", code: "ERR_FILE_PROGRAM" });
  });

  it.each([
    ["without a second header", windowsProgram("XX")],
    ["that ends before it", windowsProgram("PE\0\0").subarray(0, 100)],
    ["that ends in its first one", Buffer.from("MZ\0")],
  ])("takes data with MZ %s", async (_kind, bytes) => {
    expect(await write(bytes, "dados.dat")).toMatchObject({ mime: "application/octet-stream" });
  });

  it("keeps a program where its receiver quarantines it, without a type that anything would open [D-360]", async () => {
    const kept = (bytes: Buffer, originalName: string) =>
      store.write(Readable.from([bytes]), { originalName, declaredMime: "image/png", maxBytes: 1024, keepsDanger: true });
    const unread = { mime: "application/octet-stream", extension: "bin", inlineAllowed: false };
    expect(await kept(windowsProgram("PE\0\0"), "nota.txt")).toMatchObject({ ...unread, danger: "ERR_FILE_PROGRAM" });
    expect(await kept(png(10, 10), "foto.exe")).toMatchObject({ ...unread, danger: "ERR_WAPP_DOWNLOAD_MEDIA_DENIED" });
    expect(await kept(png(10, 10), "foto.png")).toMatchObject({ mime: "image/png", danger: null });
  });

  it.each<[string, string, Buffer, object]>([
    [
      "a png of 16 bits",
      "a.png",
      Buffer.concat([png(10, 10).subarray(0, 24), Buffer.from([16, 2]), png(10, 10).subarray(26)]),
      { depth: 16, channels: 3 },
    ],
    [
      "a png of a palette",
      "a.png",
      Buffer.concat([png(10, 10).subarray(0, 24), Buffer.from([4, 3]), png(10, 10).subarray(26)]),
      { depth: 8, channels: 3 },
    ],
    ["a photograph", "a.jpg", jpeg(10, 10), { depth: 8 }],
    ["a moving webp", "a.webp", webp(0x12), { moves: true, width: 40, height: 30 }],
    ["a webp with transparency", "a.webp", webp(0x10), { moves: false }],
    ["Ogg with Vorbis", "a.ogg", ogg("\u0001vorbis"), { mime: "audio/ogg", codec: "vorbis" }],
    ["Ogg with Opus", "a.ogg", ogg("OpusHead"), { mime: "audio/ogg", codec: undefined }],
  ])("says of %s what networks ask [D-265]", async (_what, name, bytes, facts) => {
    expect(await write(bytes, name)).toMatchObject(facts);
  });

  it("names a file that has no name after its type", async () => {
    expect(await write(png(10, 10))).toMatchObject({ originalName: "file.png" });
  });

  it("keeps pictures of any size, with their measures [S-47]", async () => {
    expect(await write(jpeg(12_000, 9_000), "108mp.jpg")).toMatchObject({ mime: "image/jpeg", width: 12_000, height: 9_000 });
    expect(await write(png(40_000, 40_000), "planta.png")).toMatchObject({ width: 40_000 });
  });
});
