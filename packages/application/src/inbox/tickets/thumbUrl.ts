import type { MessageRow } from "@balcao/database/messages";
import { hasThumb } from "@balcao/platform/pictures";
import type { Presenter } from "./ticketView.js";

/** The address of the small picture of a message's file; null for files that have none, and for stickers. */
export function thumbUrlOf(
  { fileId, fileMime, type, isDeleted }: Pick<MessageRow, "fileId" | "fileMime" | "type" | "isDeleted">,
  fileUrl: Presenter["fileUrl"],
): string | null {
  if (fileId === null || fileMime === null || isDeleted || type === "sticker" || !hasThumb(fileMime)) return null;
  return `${fileUrl(fileId)}&as=thumb`;
}
