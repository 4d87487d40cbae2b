import { createPeakMeter, METER_RATE } from "./peakMeter.js";
import { inProgramSlot, runProgram, type ProgramRun } from "../programs/index.js";

const TIMEOUT_MS = 60_000;
const TRIAL_LIMIT_MS = 10_000;
const ASK_AGAIN_MS = 60_000;
const MEGABYTES = 256;
/** Longer sounds are neither measured nor converted. */
const LONGEST_SECONDS = 4 * 60 * 60;

/** A file and its type by content. */
type SoundFile = Readonly<{ path: string; mime: string }>;

type Measured = Readonly<{ durationMs: number; peaks: readonly number[] }>;

/**
 * Why a run failed: there is no ffmpeg on this machine, it failed or took more than its limits, or
 * this process is stopping.
 */
export class AudioError extends Error {
  override readonly name = "AudioError";
  readonly reason: "missing" | "failed" | "stopped";

  constructor(reason: AudioError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Runs ffmpeg where the machine has it, in limits of memory and of 60 s. Every method throws
 * AudioError.
 */
export type AudioTool = Readonly<{
  /** Whether the program converts a sound to both kinds on this machine; a negative result is checked again after a minute. */
  isThere: () => Promise<boolean>;
  /** Converts any sound to a voice note: Ogg/Opus, one channel, 48 kHz, no metadata. */
  toVoiceNote: (from: SoundFile, to: string, signal?: AbortSignal) => Promise<void>;
  /** Converts any sound to AAC in mp4, for players without Ogg support. */
  toM4a: (from: SoundFile, to: string, signal?: AbortSignal) => Promise<void>;
  /** Measures a sound: its length and 64 peaks. */
  measure: (from: SoundFile, signal?: AbortSignal) => Promise<Measured>;
}>;

/**
 * ffmpeg's input format for each type; types that are not listed are not converted. It is always
 * given, never detected: a playlist disguised as a sound would make ffmpeg open files and addresses
 * of the sender's choice.
 */
const READERS: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/webm": "matroska",
  "video/webm": "matroska",
  "audio/x-matroska": "matroska",
  "audio/mp4": "mov",
  "audio/3gpp": "mov",
  "video/mp4": "mov",
  "audio/mpeg": "mp3",
  "audio/aac": "aac",
  "audio/wav": "wav",
  "audio/vnd.wave": "wav",
  "audio/flac": "flac",
  "audio/x-flac": "flac",
  "audio/amr": "amr",
};

/** A tenth of a second of silence to nowhere: a program without one of the encoders still tells its version. */
const TRIAL = [
  ...["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-protocol_whitelist", "file"],
  ...["-f", "s16le", "-ar", "48000", "-ac", "1", "-t", "0.1", "-i", "file:/dev/zero"],
  ...["-c:a", "libopus", "-f", "ogg", "file:/dev/null", "-c:a", "aac", "-f", "adts", "file:/dev/null"],
];

/** `program` is a name on the PATH or a path. */
export function createAudioTool({ program = "ffmpeg", timeoutMs = TIMEOUT_MS }: { program?: string; timeoutMs?: number } = {}): AudioTool {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;

  const isThere = async (): Promise<boolean> => {
    if (asked && ((await asked.answer) || performance.now() - asked.at < ASK_AGAIN_MS)) return asked.answer;
    const answer = runProgram(program, { args: TRIAL, timeoutMs: TRIAL_LIMIT_MS, megabytes: MEGABYTES, signal: undefined }).then(
      (end) => end.how === "exited" && end.code === 0,
    );
    asked = { at: performance.now(), answer };
    return answer;
  };

  const run = async (
    { path, mime }: SoundFile,
    output: readonly string[],
    rest: Pick<ProgramRun, "signal" | "onOutput">,
  ): Promise<void> => {
    const reader = READERS[mime];
    if (reader === undefined) throw new AudioError("failed", `Sound of type ${mime} is not converted.`);
    const args = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-threads", "2", "-protocol_whitelist", "file", "-f", reader];
    args.push("-i", `file:${path}`, "-vn", "-sn", "-dn", "-map_metadata", "-1", "-t", String(LONGEST_SECONDS), ...output);
    const end = await inProgramSlot(() => runProgram(program, { args, timeoutMs, megabytes: MEGABYTES, ...rest }));
    if (end.how === "exited" && end.code === 0) return;
    if (end.how === "exited") throw new AudioError("failed", `ffmpeg ended with ${end.code ?? "no process"}: ${end.lastWords}`);
    if (end.how === "missing") throw new AudioError("missing", "There is no ffmpeg on this machine.");
    if (end.how === "stopped") throw new AudioError("stopped", "The process is stopping.");
    throw new AudioError("failed", `ffmpeg took more ${end.how === "timeout" ? `than ${timeoutMs / 1_000} s` : end.how}.`);
  };

  const voice = ["-ac", "1", "-ar", "48000", "-c:a", "libopus", "-b:a", "32k", "-application", "voip", "-f", "ogg"];
  const m4a = ["-c:a", "aac", "-b:a", "64k", "-movflags", "+faststart", "-f", "mp4"];
  const samples = ["-ac", "1", "-ar", String(METER_RATE), "-f", "s16le", "pipe:1"];
  return Object.freeze({
    isThere,
    toVoiceNote: (from, to, signal) => run(from, [...voice, `file:${to}`], { signal }),
    toM4a: (from, to, signal) => run(from, [...m4a, `file:${to}`], { signal }),
    measure: async (from, signal) => {
      const meter = createPeakMeter();
      await run(from, samples, { signal, onOutput: meter.add });
      const measured = meter.read();
      if (measured.durationMs === 0) throw new AudioError("failed", "There is no sound in the file.");
      return measured;
    },
  });
}
