import { pipeline } from "node:stream/promises";
import type { Services } from "@balcao/application/ground/kernel";
import { AppError } from "@balcao/contracts/errors";
import { errorCode } from "@balcao/platform/errors";
import { FileError, parseRange } from "@balcao/platform/files";
import type { Request, Response } from "express";

/** Sends a stored file, or the part of it that the request asks for; ERR_NOT_FOUND when it is gone. */
export async function sendBytes({ files }: Pick<Services, "files">, request: Request, response: Response, path: string): Promise<void> {
  try {
    const size = await files.size(path);
    const range = isOfSameBytes(request, response) ? parseRange(request.headers.range, size) : undefined;
    if (range === "unsatisfiable") {
      response.status(416).set("Content-Range", `bytes */${size}`).end();
      return;
    }
    if (range) response.status(206).set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
    response.set("Content-Length", String(range ? range.end - range.start + 1 : size));
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    const { stream } = await files.open(path, range);
    await pipeline(stream, response);
  } catch (error) {
    if (errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE") return;
    throw error instanceof FileError ? new AppError("ERR_NOT_FOUND") : error;
  }
}

/** A browser that goes on with a download names the bytes that it has; where they were replaced it gets the whole file (RFC 9110, 13.1.5). */
function isOfSameBytes(request: Request, response: Response): boolean {
  const named = request.headers["if-range"];
  return named === undefined || named === response.get("ETag");
}

/** The header that names a file (RFC 6266): an ASCII name for old readers and the whole one, encoded, for all others (S-38). */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
