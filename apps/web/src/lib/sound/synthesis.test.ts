import { SETTINGS } from "@balcao/domain/settings";
import { SOUNDS, toWav } from "./synthesis";

const samplesOf = (wav: Uint8Array): number[] => {
  const view = new DataView(wav.buffer, 44);
  return Array.from({ length: view.byteLength / 2 }, (_, at) => view.getInt16(at * 2, true));
};

describe("the notification sounds", () => {
  it("are one for each choice of the setting", () => {
    expect(Object.keys(SOUNDS).sort()).toEqual([...SETTINGS.sound.choices].sort());
  });

  it.each(Object.entries(SOUNDS))("%s is a short WAV file that is audible, never clips and ends in silence", (_name, tones) => {
    const wav = toWav(tones);
    expect(Buffer.from(wav.subarray(0, 12)).toString("latin1")).toMatch(/^RIFF.{4}WAVE$/s);
    expect(new DataView(wav.buffer).getUint32(40, true)).toBe(wav.length - 44);
    const samples = samplesOf(wav);
    const loudest = Math.max(...samples.map(Math.abs));
    expect(samples.length / 22_050).toBeLessThan(1);
    expect(loudest).toBeGreaterThan(8_000);
    expect(loudest).toBeLessThan(32_767);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(50);
  });

  it("differ from each other", () => {
    const files = Object.values(SOUNDS).map((tones) => Buffer.from(toWav(tones)).toString("base64"));
    expect(new Set(files).size).toBe(files.length);
  });
});
