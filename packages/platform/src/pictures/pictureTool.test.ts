import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { createPictureTool, hasThumb, PictureError } from "./index.js";

describe("the picture tool", () => {
  let folder = "";
  const at = (name: string): string => path.join(folder, name);
  /** A program in place of ffmpeg. */
  const program = async (name: string, script: string): Promise<string> => {
    await writeFile(at(name), `#!/bin/sh\n${script}\n`);
    await chmod(at(name), 0o755);
    return at(name);
  };
  const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#2b7" } });
  const framesOf = (...colours: string[]): Promise<Buffer[]> =>
    Promise.all(
      colours.map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
  beforeAll(async () => {
    // Otherwise it would remember former pictures of the same name.
    sharp.cache(false);
    folder = await mkdtemp(path.join(tmpdir(), "pictures-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const noFfmpeg = () => createPictureTool({ program: at("nothing-here") });

  it.each(["jpeg", "png", "webp", "gif"] as const)("makes a webp of at most 640 × 720 px of a %s", async (kind) => {
    await photo(2_000, 1_500)
      .toFormat(kind)
      .toFile(at(`in.${kind}`));
    await noFfmpeg().toThumb({ path: at(`in.${kind}`), mime: `image/${kind}` }, at("out"));
    const { format, width, height } = await sharp(at("out")).metadata();
    expect([format, width, height]).toEqual(["webp", 640, 480]);
  });

  it("turns a photograph upright, leaves out what the camera wrote, and enlarges nothing [S-47]", async () => {
    await photo(300, 200)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: "a person" } })
      .toFile(at("turned.jpg"));
    await noFfmpeg().toThumb({ path: at("turned.jpg"), mime: "image/jpeg" }, at("out"));
    const { width, height, exif } = await sharp(at("out")).metadata();
    expect([width, height, exif]).toEqual([200, 300, undefined]);
  });

  it("makes a logo of at most 480 × 160 px as png, from pictures alone", async () => {
    await photo(1_200, 300).webp().toFile(at("sign.webp"));
    await noFfmpeg().toLogo({ path: at("sign.webp"), mime: "image/webp" }, at("logo"));
    const { format, width, height } = await sharp(at("logo")).metadata();
    expect([format, width, height]).toEqual(["png", 480, 120]);
    await expect(noFfmpeg().toLogo({ path: at("sign.webp"), mime: "video/mp4" }, at("logo"))).rejects.toThrow(PictureError);
  });

  it.each([
    ["tiff", "image/tiff"],
    ["avif", "image/avif"],
    ["png", "image/png"],
  ] as const)("makes a photograph in the colours of screens of a %s", async (kind, mime) => {
    await photo(200, 100)
      .ensureAlpha(0.5)
      .toFormat(kind)
      .toFile(at(`scan.${kind}`));
    await noFfmpeg().toPhoto({ path: at(`scan.${kind}`), mime }, at("photo"));
    const { format, space, channels, width } = await sharp(at("photo")).metadata();
    expect([format, space, channels, width]).toEqual(["jpeg", "srgb", 3, 200]);
  });

  it("makes a photograph of a picture of four inks, and of nothing that is none", async () => {
    await photo(200, 100).toColourspace("cmyk").jpeg().toFile(at("print.jpg"));
    expect((await sharp(at("print.jpg")).metadata()).channels).toBe(4);
    await noFfmpeg().toPhoto({ path: at("print.jpg"), mime: "image/jpeg" }, at("photo"));
    expect(await sharp(at("photo")).metadata()).toMatchObject({ format: "jpeg", space: "srgb", channels: 3 });
    await expect(noFfmpeg().toPhoto({ path: at("print.jpg"), mime: "image/svg+xml" }, at("photo"))).rejects.toThrow(PictureError);
  });

  it("makes a film of a GIF that moves, and none of one that does not", async () => {
    await photo(20, 20).gif().toFile(at("still.gif"));
    expect(await noFfmpeg().toFilm({ path: at("still.gif"), mime: "image/gif" }, at("film"))).toBe(false);
    await sharp(await framesOf("#2b7", "#b27"), { join: { animated: true } })
      .gif()
      .toFile(at("moving.gif"));
    const tool = createPictureTool({ program: await program("films", `for last; do :; done; echo "$*" > "\${last#file:}"`) });
    expect(await tool.toFilm({ path: at("moving.gif"), mime: "image/gif" }, at("film"))).toBe(true);
    expect(await readFile(at("film"), "utf8")).toContain("-f gif -i file:");
    await expect(noFfmpeg().toFilm({ path: at("moving.gif"), mime: "image/gif" }, at("film"))).rejects.toThrow(PictureError);
  });

  it("makes a film of a moving webp from a GIF with the same frames, because few ffmpegs read webp, and leaves no GIF behind", async () => {
    await photo(20, 20).webp().toFile(at("still.webp"));
    expect(await noFfmpeg().toFilm({ path: at("still.webp"), mime: "image/webp" }, at("film"))).toBe(false);
    await sharp(await framesOf("#2b7", "#b27", "#27b"), { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 200, 300] })
      .toFile(at("moving.webp"));
    const copies = await program(
      "copies",
      'for last; do :; done; cp "$(echo "$*" | sed "s/.*-i file:\\([^ ]*\\).*/\\1/")" "${last#file:}"',
    );
    const tool = createPictureTool({ program: copies });
    expect(await tool.toFilm({ path: at("moving.webp"), mime: "image/webp" }, at("film"))).toBe(true);
    expect(await sharp(at("film")).metadata()).toMatchObject({ format: "gif", pages: 3, delay: [100, 200, 300] });
    expect((await readdir(folder)).filter((name) => name.endsWith(".gif") && name.startsWith("film"))).toEqual([]);
  });

  it("rejects what is no picture, and types without a reader", async () => {
    await writeFile(
      at("broken.png"),
      Buffer.concat([
        await photo(90, 90)
          .png()
          .toBuffer()
          .then((bytes) => bytes.subarray(0, 60)),
      ]),
    );
    await expect(noFfmpeg().toThumb({ path: at("broken.png"), mime: "image/png" }, at("out"))).rejects.toThrow(PictureError);
    await expect(noFfmpeg().toThumb({ path: at("broken.png"), mime: "image/svg+xml" }, at("out"))).rejects.toThrow(PictureError);
    expect(["image/jpeg", "video/mp4", "image/svg+xml", "audio/ogg"].map(hasThumb)).toEqual([true, true, false, false]);
  });

  it("decodes nothing in this process, and ends a picture that takes too much memory or time [S-47, R-03]", async () => {
    await photo(6_000, 6_000).png({ compressionLevel: 1 }).toFile(at("wide.png"));
    const file = { path: at("wide.png"), mime: "image/png" };
    const thumb = (limits: { megabytes?: number; timeoutMs?: number }) => createPictureTool(limits).toThumb(file, at("small"));
    await expect(thumb({ megabytes: 40 })).rejects.toThrow(/memory/);
    await expect(thumb({ timeoutMs: 50 })).rejects.toThrow(/timeout/);
    expect(await readdir(folder)).not.toContain("small");
    const before = sharp.counters();
    await thumb({});
    expect(sharp.counters()).toEqual(before);
  });

  it("takes the first frame of a video with ffmpeg, whose input format is given, and leaves no frame behind", async () => {
    await photo(1_280, 720).png().toFile(at("frame.png"));
    const ffmpeg = await program("ffmpeg", `echo "$*" > "${at("asked")}"; for last; do :; done; cp "${at("frame.png")}" "\${last#file:}"`);
    await createPictureTool({ program: ffmpeg }).toThumb({ path: at("film.mp4"), mime: "video/mp4" }, at("poster"));
    const { format, width, height } = await sharp(at("poster")).metadata();
    expect([format, width, height]).toEqual(["webp", 640, 360]);
    expect(
      await sharp(at("frame.png"))
        .metadata()
        .then(() => readdir(folder)),
    ).not.toContain("poster.png");
    const fails = await program("fails", "echo 'no such codec' >&2; exit 1");
    await expect(createPictureTool({ program: fails }).toThumb({ path: at("film.mp4"), mime: "video/mp4" }, at("out"))).rejects.toThrow(
      "no such codec",
    );
    await expect(noFfmpeg().toThumb({ path: at("film.mp4"), mime: "video/mp4" }, at("out"))).rejects.toThrow(PictureError);
  });
});
