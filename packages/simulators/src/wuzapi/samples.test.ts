import { sampleOf } from "./samples.js";

describe("sample content", () => {
  it("can be heard and seen", () => {
    const voice = sampleOf("voice").bytes;
    expect([voice.subarray(0, 4).toString(), voice.includes("OpusHead")]).toEqual(["OggS", true]);
    // A second of silence takes 150 bytes.
    expect(voice.length / sampleOf("voice").seconds).toBeGreaterThan(1_000);
    const sticker = sampleOf("sticker").bytes;
    expect([sticker.subarray(8, 12).toString(), sticker.length > 2_000]).toEqual(["WEBP", true]);
  });
});
