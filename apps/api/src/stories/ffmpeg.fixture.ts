import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

type Mood = "works" | "fails" | "garbage" | "hangs" | "missing";

/** The program at the path of ffmpeg: the real one when the machine has it, else one that copies samples; or a faulty one. */
export interface StageFfmpeg {
  readonly path: string;
  /** Whether `works` means the real program. */
  readonly isReal: boolean;
  is(mood: Mood): Promise<void>;
  /** How often it was called for a voice note. */
  timesAsked(): Promise<number>;
  remove(): Promise<void>;
}

/** A recording as a browser might send it: a WAV of `seconds`, half silence, half tone. */
export function recordWav(seconds: number): Buffer {
  const rate = 16_000;
  const samples = rate * seconds;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(samples * 2, 40);
  for (let at = samples / 2; at < samples; at += 1) wav.writeInt16LE(Math.round(Math.sin(at / 8) * 20_000), 44 + at * 2);
  return wav;
}

/** `voiceSample` is an Ogg/Opus voice note and `filmSample` an mp4, for machines without ffmpeg. */
export async function standFfmpeg(voiceSample: Uint8Array, filmSample: Uint8Array): Promise<StageFfmpeg> {
  const folder = await mkdtemp(path.join(tmpdir(), "ffmpeg-"));
  const at = (name: string): string => path.join(folder, name);
  const real = process.env["FFMPEG_PATH"] ?? "ffmpeg";
  const isReal = spawnSync(real, ["-version"]).status === 0;
  await writeFile(at("voice.ogg"), voiceSample);
  await writeFile(at("film.mp4"), filmSample);
  await writeFile(at("sound.m4a"), Buffer.from("\0\0\0\x18ftypM4A \0\0\0\0M4A isom", "latin1"));
  await writeFile(at("samples.pcm"), recordWav(1).subarray(44));
  // Matches options, because the random name of a file may have "aac" in it.
  const copies = `for last; do :; done
case "$*" in
*"-c:a libopus"*) cp "${at("voice.ogg")}" "\${last#file:}" ;;
*"-c:v libx264"*) cp "${at("film.mp4")}" "\${last#file:}" ;;
*"-c:a aac"*) cp "${at("sound.m4a")}" "\${last#file:}" ;;
*"-f s16le"*) cat "${at("samples.pcm")}" ;;
esac`;
  const scripts: Readonly<Record<Exclude<Mood, "missing">, string>> = {
    works: isReal ? `exec ${real} "$@"` : copies,
    fails: `case "$*" in -version) exit 0 ;; esac\nexit 1`,
    garbage: `for last; do :; done\ncase "$last" in file:*) echo noise > "\${last#file:}" ;; esac`,
    hangs: `case "$*" in -version) exit 0 ;; esac\nexec sleep 120`,
  };
  const stage: StageFfmpeg = {
    path: at("ffmpeg"),
    isReal,
    is: async (mood) => {
      await rm(at("ffmpeg"), { force: true });
      if (mood === "missing") return;
      await writeFile(at("next"), `#!/bin/sh\necho "$*" >> "${at("asked")}"\n${scripts[mood]}\n`);
      await chmod(at("next"), 0o755);
      await rename(at("next"), at("ffmpeg"));
    },
    timesAsked: async () =>
      (await readFile(at("asked"), "utf8").catch(() => "")).split("\n").filter((line) => line.includes("-application voip")).length,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await stage.is("works");
  return stage;
}
