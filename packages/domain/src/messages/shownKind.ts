import type { MediaKind } from "./content.js";

/** What of a stored file decides how it is shown. Sides in pixels, where they are known. */
interface ShownFile {
  /** Its type by content. */
  readonly mime: string;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
}

/** Larger pictures have no preview, because drawing one takes hundreds of megabytes. */
const MOST_PIXELS = 50_000_000;

/** Whether a picture is kept, sent and shown as a file because of its size [S-47]. */
export const isHugePicture = ({ width, height }: Omit<ShownFile, "mime">): boolean => (width ?? 0) * (height ?? 0) > MOST_PIXELS;

/** How a file is shown in a conversation: as a picture, a sound or a video that browsers know, or as a file. */
export function shownKindOf(file: ShownFile): Exclude<MediaKind, "sticker"> {
  if (/^image\/(jpeg|png|webp|gif)$/.test(file.mime)) return isHugePicture(file) ? "document" : "image";
  if (file.mime.startsWith("audio/")) return "audio";
  return file.mime === "video/mp4" || file.mime === "video/3gpp" ? "video" : "document";
}

/** As what a received file is shown: as its message says while its content is that, and as a file otherwise. */
export function receivedKindOf(media: MediaKind, file: ShownFile): MediaKind {
  if (media === "document" || media === "sticker") return media;
  if (media === "image") return shownKindOf(file) === "image" ? media : "document";
  return /^(?:audio|video)\//.test(file.mime) ? media : "document";
}
