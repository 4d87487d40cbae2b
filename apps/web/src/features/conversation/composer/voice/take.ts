/** A recorded voice note. */
export interface Take {
  readonly file: File;
  readonly seconds: number;
  /** The loudness of equal parts, 0 to 100. */
  readonly peaks: readonly number[];
}

/** Why nothing was recorded; the composer shows a sentence for each. */
export type VoiceProblem = "tooShort" | "refused" | "noMicrophone" | "busy" | "insecure" | "failed";

const LEAST_BYTES = 10_000;

/** Whether a recording has so few bytes that it is discarded. */
export const isTooShort = ({ size }: Pick<Blob, "size">): boolean => size < LEAST_BYTES;

const PROBLEMS: Readonly<Record<string, VoiceProblem>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "noMicrophone",
  OverconstrainedError: "noMicrophone",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** What the browser's refusal to record means for the person. */
export function toVoiceProblem(error: unknown, secure: boolean): VoiceProblem {
  if (!secure) return "insecure";
  return (error instanceof Error ? PROBLEMS[error.name] : undefined) ?? "failed";
}

/** The levels of a recording as the loudest of each of `count` equal parts. */
export function toPeaks(levels: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * levels.length) / count);
    const to = Math.max(from + 1, Math.floor(((part + 1) * levels.length) / count));
    return Math.max(0, ...levels.slice(from, to));
  });
}
