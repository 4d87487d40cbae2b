/** The meter's input: signed 16-bit little-endian samples, one channel, at this rate. */
export const METER_RATE = 8_000;
const PEAK_COUNT = 64;

const STEP = METER_RATE / 20;
const BYTES = 2;

export interface PeakMeter {
  add(chunk: Buffer): void;
  /**
   * The duration in milliseconds, and the loudness of 64 equal parts from 0 to 100, where 100 is
   * the loudest part; silence is all zeros.
   */
  read(): { readonly durationMs: number; readonly peaks: readonly number[] };
}

/** Measures a sound while it is streamed, without storing it: one number for each 50 ms. */
export function createPeakMeter(): PeakMeter {
  const steps: number[] = [];
  let samples = 0;
  let loudest = 0;
  let half: Buffer = Buffer.alloc(0);

  return {
    add: (chunk) => {
      const bytes = half.length === 0 ? chunk : Buffer.concat([half, chunk]);
      const whole = bytes.length - (bytes.length % BYTES);
      for (let at = 0; at < whole; at += BYTES) {
        loudest = Math.max(loudest, Math.abs(bytes.readInt16LE(at)));
        samples += 1;
        if (samples % STEP === 0) {
          steps.push(loudest);
          loudest = 0;
        }
      }
      half = bytes.subarray(whole);
    },
    read: () => {
      const measured = samples % STEP === 0 ? steps : [...steps, loudest];
      const parts = Array.from({ length: PEAK_COUNT }, (_, part) => loudestOf(measured, part));
      const top = Math.max(...parts);
      return {
        durationMs: Math.round((samples / METER_RATE) * 1_000),
        peaks: parts.map((part) => (top === 0 ? 0 : Math.round((part / top) * 100))),
      };
    },
  };
}

/**
 * The loudest step of one part; when there are fewer steps than parts, several parts share a step.
 */
function loudestOf(steps: readonly number[], part: number): number {
  const from = Math.floor((part / PEAK_COUNT) * steps.length);
  const to = Math.max(from + 1, Math.floor(((part + 1) / PEAK_COUNT) * steps.length));
  return steps.slice(from, to).reduce((most, each) => Math.max(most, each), 0);
}
