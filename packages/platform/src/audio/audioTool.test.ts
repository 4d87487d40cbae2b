import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { patience } from "@balcao/testing/patience";
import { AudioError, createAudioTool, isVoiceNote } from "./index.js";
import { createPeakMeter } from "./peakMeter.js";

/** A quarter of silence, a quarter of a loud tone, and the same again. */
function wav(seconds: number): Buffer {
  const rate = 16_000;
  const data = Buffer.alloc(rate * seconds * 2);
  for (let at = 0; at < rate * seconds; at += 1) {
    const isLoud = Math.floor((at / (rate * seconds)) * 4) % 2 === 1;
    data.writeInt16LE(isLoud ? Math.round(Math.sin(at / 8) * 20_000) : 0, at * 2);
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof AudioError) return error.reason;
    throw error;
  }
};
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("the audio tool", () => {
  let folder = "";
  const at = (name: string): string => path.join(folder, name);
  /** A program in place of ffmpeg that fails in one way. */
  const fakeProgram = async (name: string, script: string): Promise<string> => {
    await writeFile(at(name), `#!/bin/sh\n${script}\n`);
    await chmod(at(name), 0o755);
    return at(name);
  };
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "audio-"));
    await writeFile(at("in.wav"), wav(2));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const source = () => ({ path: at("in.wav"), mime: "audio/wav" });

  it("reports a machine without ffmpeg", async () => {
    const tool = createAudioTool({ program: at("nothing-here") });
    expect(await tool.isThere()).toBe(false);
    expect(await reasonOf(tool.toVoiceNote(source(), at("a.ogg")))).toBe("missing");
  });

  it("reports an ffmpeg that tells its version and converts nothing", async () => {
    const broken = createAudioTool({ program: await fakeProgram("broken", 'case "$*" in -version) exit 0;; esac; exit 1') });
    expect(await broken.isThere()).toBe(false);
    const whole = createAudioTool({ program: await fakeProgram("whole", "exit 0") });
    expect(await whole.isThere()).toBe(true);
  });

  it("reports ffmpeg's output when it fails, and rejects types without a reader", async () => {
    const tool = createAudioTool({ program: await fakeProgram("fails", "echo 'no such codec' >&2; exit 1") });
    await expect(tool.toVoiceNote(source(), at("a.ogg"))).rejects.toThrow("no such codec");
    expect(await reasonOf(tool.measure({ path: at("in.wav"), mime: "application/x-mpegurl" }))).toBe("failed");
  });

  it("kills a run that takes too long, and one whose process stops, by its process id [R-05]", async () => {
    const program = await fakeProgram("hangs", `echo $$ > "${at("pid")}"; exec sleep 60`);
    const hung = async (): Promise<number> => Number(await readFile(at("pid"), "utf8"));
    expect(await reasonOf(createAudioTool({ program, timeoutMs: 300 }).toVoiceNote(source(), at("a.ogg")))).toBe("failed");
    const first = await hung();
    await rm(at("pid"));
    const stopping = new AbortController();
    const work = reasonOf(createAudioTool({ program }).measure(source(), stopping.signal));
    const deadline = Date.now() + patience(5_000);
    while (!(await hung().catch(() => 0)) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await hung();
    stopping.abort();
    expect(await work).toBe("stopped");
    while ((isAlive(first) || isAlive(second)) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
    expect([isAlive(first), isAlive(second)]).toEqual([false, false]);
  });

  it("runs two at the same time, and the others after them", async () => {
    const program = await fakeProgram("slow", `echo start >> "${at("runs")}"; sleep 0.2; echo end >> "${at("runs")}"`);
    const tool = createAudioTool({ program });
    await Promise.all([1, 2, 3, 4].map((name) => tool.toVoiceNote(source(), at(`${name}.ogg`))));
    const running = (await readFile(at("runs"), "utf8")).trim().split("\n");
    let now = 0;
    const most = Math.max(...running.map((line) => (now += line === "start" ? 1 : -1)));
    expect([most, running.length]).toEqual([2, 8]);
  });

  it("makes voice notes and m4a, and measures, when this machine has ffmpeg", async () => {
    const tool = createAudioTool({ program: process.env["FFMPEG_PATH"] ?? "ffmpeg" });
    if (!(await tool.isThere())) return;
    expect(await isVoiceNote(at("in.wav"))).toBe(false);
    await tool.toVoiceNote(source(), at("out.ogg"));
    expect(await isVoiceNote(at("out.ogg"))).toBe(true);
    const { durationMs, peaks } = await tool.measure({ path: at("out.ogg"), mime: "audio/ogg" });
    expect(Math.abs(durationMs - 2_000)).toBeLessThan(60);
    expect(peaks).toHaveLength(64);
    expect([peaks[8], peaks[24], peaks[40], peaks[56]].map((peak) => (peak ?? 0) > 50)).toEqual([false, true, false, true]);
    await tool.toM4a(source(), at("out.m4a"));
    expect((await readFile(at("out.m4a"))).toString("latin1", 4, 8)).toBe("ftyp");
    await writeFile(at("garbage.ogg"), "OggS but nothing more");
    expect(await reasonOf(tool.measure({ path: at("garbage.ogg"), mime: "audio/ogg" }))).toBe("failed");
  });
});

describe("the peak meter", () => {
  it("measures the same with chunks of any size", () => {
    const pcm = Buffer.alloc(8_000);
    for (let sample = 0; sample < 4_000; sample += 1) pcm.writeInt16LE(sample < 2_000 ? -500 : 1_000, sample * 2);
    const meter = createPeakMeter();
    for (let at = 0; at < pcm.length; at += 7) meter.add(pcm.subarray(at, at + 7));
    const { durationMs, peaks } = meter.read();
    expect([durationMs, peaks.length, peaks[0], peaks[31], peaks[32], peaks[63]]).toEqual([500, 64, 50, 50, 100, 100]);
  });

  it("gives zeros for silence", () => {
    const meter = createPeakMeter();
    meter.add(Buffer.alloc(1_600));
    expect(meter.read().peaks.every((peak) => peak === 0)).toBe(true);
  });
});
