/**
 * The process that does one work with one picture and ends. What libvips and its readers do
 * with a stranger's file ends this process alone, which has limits of memory and time.
 */
import sharp from "sharp";

const SMALL_QUALITY = 74;
const PHOTO_SIDE = 4_096;
const PHOTO_QUALITY = 88;

/** @typedef {import("./pictureTool.js").PictureWork} PictureWork */

/** @type {PictureWork} */
const work = JSON.parse(process.argv[2] ?? "");
const open = (more = {}) => sharp(work.from, { limitInputPixels: work.mostPixels, failOn: "error", ...more });

/** Writes what is asked for; the number of frames goes to the output. */
async function run() {
  if (work.kind === "frames") return void process.stdout.write(String((await open().metadata()).pages ?? 1));
  if (work.kind === "gif") return open({ animated: true }).gif().toFile(work.to);
  if (work.kind === "photo") {
    const turned = open().rotate().resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: "inside", withoutEnlargement: true });
    return turned.flatten({ background: "#fff" }).toColourspace("srgb").jpeg({ quality: PHOTO_QUALITY }).toFile(work.to);
  }
  const { width, height, format } = work;
  const small = open().rotate().resize({ width, height, fit: "inside", withoutEnlargement: true });
  return small.toFormat(format, format === "webp" ? { quality: SMALL_QUALITY } : {}).toFile(work.to);
}

sharp.cache(false);
sharp.concurrency(1);
try {
  await run();
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
