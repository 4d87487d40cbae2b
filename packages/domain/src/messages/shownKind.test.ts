import { receivedKindOf, shownKindOf, type MediaKind } from "./index.js";

describe("as what a file is shown", () => {
  it.each<[MediaKind, string, number | null, MediaKind]>([
    ["image", "image/jpeg", 4_000, "image"],
    ["image", "image/jpeg", null, "image"],
    ["image", "image/jpeg", 12_000, "document"],
    ["image", "image/heic", null, "document"],
    ["image", "image/avif", null, "document"],
    ["image", "application/octet-stream", null, "document"],
    ["document", "image/jpeg", 4_000, "document"],
    ["sticker", "image/webp", 512, "sticker"],
    ["audio", "audio/amr", null, "audio"],
    ["audio", "video/mp4", null, "audio"],
    ["audio", "text/plain", null, "document"],
    ["video", "video/quicktime", null, "video"],
    ["video", "application/zip", null, "document"],
  ])("a received %s of type %s, %s px wide, is a %s [S-47]", (media, mime, side, shown) => {
    expect(receivedKindOf(media, { mime, width: side, height: side })).toBe(shown);
  });

  it("shows a picture of more than 50 megapixels as a file [S-47]", () => {
    expect(shownKindOf({ mime: "image/png", width: 10_000, height: 5_000 })).toBe("image");
    expect(shownKindOf({ mime: "image/png", width: 10_000, height: 5_001 })).toBe("document");
  });
});
