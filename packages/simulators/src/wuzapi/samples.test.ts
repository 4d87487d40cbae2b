import { sampleOf } from "./samples.js";

describe("sample content", () => {
  it("can be heard and seen", () => {
    const voice = sampleOf("voice").bytes;
    expect([voice.subarray(0, 4).toString(), voice.includes("OpusHead")]).toEqual(["OggS", true]);
    // A second of silence takes 150 bytes.
    expect(voice.length / sampleOf("voice").seconds).toBeGreaterThan(1_000);
    const film = sampleOf("video");
    // The movie's header: how many units a second has, and how many the film lasts.
    const header = film.bytes.indexOf("mvhd") + 16;
    expect(film.bytes.readUInt32BE(header + 4) / film.bytes.readUInt32BE(header)).toBe(film.seconds);
    expect(film.bytes.subarray(film.bytes.indexOf("mdat")).length).toBeGreaterThan(2_000);
    const sticker = sampleOf("sticker").bytes;
    expect([sticker.subarray(8, 12).toString(), sticker.length > 2_000]).toEqual(["WEBP", true]);
  });
});
