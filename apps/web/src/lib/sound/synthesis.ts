/**
 * A tone: start and duration in seconds, pitch at its start and end in Hz, loudness from 0 to 1.
 */
interface Tone {
  readonly at: number;
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
  readonly loudness: number;
  /** The loudness of the octave above: 0 sounds like a flute, 0.5 like a bell. */
  readonly brightness: number;
}

const SAMPLE_RATE = 22_050;
const ATTACK_SECONDS = 0.006;
const HEADER_BYTES = 44;

/** The sounds of the setting `sound`. */
export const SOUNDS = {
  default: [
    { at: 0, seconds: 0.22, from: 880, to: 880, loudness: 0.5, brightness: 0.25 },
    { at: 0.11, seconds: 0.34, from: 1174.66, to: 1174.66, loudness: 0.5, brightness: 0.25 },
  ],
  blub: [
    { at: 0, seconds: 0.13, from: 260, to: 620, loudness: 0.7, brightness: 0 },
    { at: 0.14, seconds: 0.16, from: 320, to: 820, loudness: 0.6, brightness: 0 },
  ],
  experience: [
    { at: 0, seconds: 0.5, from: 523.25, to: 523.25, loudness: 0.32, brightness: 0.4 },
    { at: 0.09, seconds: 0.5, from: 659.26, to: 659.26, loudness: 0.32, brightness: 0.4 },
    { at: 0.18, seconds: 0.55, from: 783.99, to: 783.99, loudness: 0.32, brightness: 0.4 },
  ],
  skype: [
    { at: 0, seconds: 0.12, from: 700, to: 640, loudness: 0.6, brightness: 0.1 },
    { at: 0.13, seconds: 0.2, from: 520, to: 470, loudness: 0.6, brightness: 0.1 },
  ],
} as const satisfies Record<string, readonly Tone[]>;

/** The amplitude of a tone at a time since its start: a fast attack and a slow decay. */
function sample({ seconds, from, to, loudness, brightness }: Tone, time: number): number {
  const cycles = from * time + ((to - from) * time * time) / (2 * seconds);
  const envelope = Math.min(1, time / ATTACK_SECONDS) * (1 - time / seconds) ** 2;
  const wave = (Math.sin(2 * Math.PI * cycles) + brightness * Math.sin(4 * Math.PI * cycles)) / (1 + brightness);
  return loudness * envelope * wave;
}

/** A sound as a WAV file: PCM, mono, 16 bits. */
export function toWav(tones: readonly Tone[]): Uint8Array {
  const length = Math.ceil(Math.max(...tones.map(({ at, seconds }) => at + seconds)) * SAMPLE_RATE);
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + length * 2));
  const write = (offset: number, text: string) => [...text].forEach((letter, at) => view.setUint8(offset + at, letter.charCodeAt(0)));
  write(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + length * 2, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, length * 2, true);
  for (let at = 0; at < length; at += 1) {
    const time = at / SAMPLE_RATE;
    const sounding = tones.filter((tone) => time >= tone.at && time < tone.at + tone.seconds);
    const level = sounding.reduce((sum, tone) => sum + sample(tone, time - tone.at), 0);
    view.setInt16(HEADER_BYTES + at * 2, Math.round(Math.max(-1, Math.min(1, level)) * 32_767), true);
  }
  return new Uint8Array(view.buffer);
}
