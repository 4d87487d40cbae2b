/**
 * The process that makes one small picture of a picture and ends. What libvips and its readers do
 * with a stranger's file ends this process alone, which has limits of memory and time.
 */
import sharp from "sharp";

const QUALITY = 74;

/** @typedef {import("./pictureTool.js").Shrinking} Shrinking */

/** @type {Shrinking} */
const { from, to, width, height, format, mostPixels } = JSON.parse(process.argv[2] ?? "");
sharp.cache(false);
sharp.concurrency(1);
try {
  await sharp(from, { limitInputPixels: mostPixels, failOn: "error" })
    .rotate()
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .toFormat(format, format === "webp" ? { quality: QUALITY } : {})
    .toFile(to);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
