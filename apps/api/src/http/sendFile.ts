import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { ROWS_HEADER, type FileAnswer } from "@balcao/contracts/route";
import { contentDisposition } from "../media/contentDisposition.js";

/**
 * Sends a file while it is made. A failure in the middle ends the connection, so that nobody takes a
 * part for the whole.
 */
export async function sendFile(response: Response, { name, mime, bytes, rows }: FileAnswer): Promise<void> {
  response.set({ "Content-Type": mime, "Content-Disposition": contentDisposition("attachment", name) });
  if (rows !== null) response.set(ROWS_HEADER, String(rows));
  const source = Readable.from(bytes, { objectMode: false });
  try {
    await pipeline(source, response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}
