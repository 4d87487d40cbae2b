import { fileNotes, textParts } from "./sendPlan";
import type { TrayFile } from "./trays";

const tray = (name: string, type: string, caption = "", voice: TrayFile["voice"] = null): TrayFile => ({
  key: name,
  file: new File(["x"], name, { type }),
  name,
  caption,
  voice,
});

describe("what the composer says before it sends", () => {
  it("is nothing where everything leaves as it is shown", () => {
    expect(fileNotes(tray("foto.png", "image/png", "Veja"), "cloud_api")).toEqual([]);
    expect(fileNotes(tray("nota.pdf", "application/pdf", "Veja"), "meow")).toEqual([]);
    expect(fileNotes(tray("sem tipo", "", "Veja"), "cloud_api")).toEqual([]);
    expect(textParts("Oi", "cloud_api")).toBe(1);
  });

  it("is where the words of a sound or a long caption go [D-265]", () => {
    expect(fileNotes(tray("som.mp3", "audio/mpeg", "Ouça"), "meow")).toEqual([{ key: "before", count: 1 }]);
    expect(fileNotes(tray("foto.png", "image/png", "a".repeat(1_025)), "cloud_api")).toEqual([{ key: "after", count: 1 }]);
    expect(fileNotes(tray("voz.webm", "audio/webm", "Ouça", { seconds: 1, peaks: [] }), "cloud_api")).toEqual([
      { key: "before", count: 1 },
    ]);
  });

  it("is that a picture goes as a document, or that the network does not take a file [D-265]", () => {
    expect(fileNotes(tray("scan.tiff", "image/tiff"), "meow")).toEqual([{ key: "document" }]);
    expect(fileNotes(tray("festa.gif", "image/gif", "Oi"), "meow")).toEqual([{ key: "film" }]);
    expect(fileNotes(tray("aviso.wav", "audio/wav", "Oi"), "meow")).toEqual([{ key: "sound" }, { key: "before", count: 1 }]);
    expect(fileNotes(tray("scan.tiff", "image/tiff"), "cloud_api")).toEqual([{ key: "picture" }]);
    expect(fileNotes(tray("notas.zip", "application/x-zip-compressed"), "cloud_api")).toEqual([{ key: "refused", ending: ".zip" }]);
    expect(fileNotes(tray("IMG_1.HEIC", ""), "cloud_api")).toEqual([{ key: "refused", ending: ".heic" }]);
  });

  it("is in how many messages a long text goes [D-265]", () => {
    expect(textParts("Bom dia. ".repeat(1_000), "cloud_api")).toBe(3);
  });
});
