import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler, Response } from "express";
import { AppError } from "@balcao/contracts/errors";
import { accessDownloadSession, accessSession, type AuthDesk } from "@balcao/application/auth";
import { accessFile, sessionOfFileUrl } from "@balcao/application/files";
import type { Ctx } from "@balcao/application/kernel";
import { makeM4a } from "@balcao/application/media";
import { errorCode } from "@balcao/platform/errors";
import { FileError, parseRange } from "@balcao/platform/files";
import { contentDisposition } from "./contentDisposition.js";

/** A browser may keep what it fetched for as long as an address is good at most. */
const KEPT_SECONDS = 15 * 60;

export interface MediaDoor {
  readonly desk: AuthDesk;
  readonly mediaKey: string;
  readonly downloadCookie: string;
}

/**
 * `GET /public/media/:id` (ARCHITECTURE 16, M-10). The address is signed for a living session, or the download cookie's session lives; and
 * that session may open what owns the file. Harmless kinds are shown, all others are downloads; nothing runs as a page of ours (S-44, S-45). With `as=m4a` an
 * Ogg sound comes as M4A (D-077).
 */
export function serveMedia({ desk, mediaKey, downloadCookie }: MediaDoor): RequestHandler {
  const whoAsks = async (request: Request, fileId: string): Promise<Ctx> => {
    const signedFor = sessionOfFileUrl(mediaKey, desk.house.clock, fileId, request.query);
    const cookies = request.cookies as Record<string, string | undefined>;
    const ctx =
      (signedFor === null ? null : await accessSession(desk, signedFor)) ?? (await accessDownloadSession(desk, cookies[downloadCookie]));
    if (!ctx) throw new AppError("ERR_NO_PERMISSION");
    return ctx;
  };

  return async (request, response) => {
    response.locals["route"] = "/public/media/:id";
    const fileId = String(request.params["id"]);
    const ctx = await whoAsks(request, fileId);
    response.locals["userId"] = ctx.actor.id;
    response.locals["sessionId"] = ctx.sessionId;
    const file = await accessFile(desk.house, ctx, fileId);
    const rendition = request.query["as"] === "m4a" ? await makeM4a(desk.house, file) : null;
    const { path, mime, etag: tag } = rendition ?? { ...file, etag: file.sha256 };
    const etag = `"${tag}"`;
    response.set({
      "Accept-Ranges": "bytes",
      "Cache-Control": `private, max-age=${KEPT_SECONDS}`,
      "Content-Disposition": contentDisposition(file.inlineAllowed ? "inline" : "attachment", file.originalName),
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Content-Type": file.inlineAllowed ? mime : "application/octet-stream",
      ETag: etag,
    });
    if (request.headers["if-none-match"] === etag) {
      response.status(304).end();
      return;
    }
    await sendBytes(desk, request, response, path);
  };
}

async function sendBytes({ house }: AuthDesk, request: Request, response: Response, path: string): Promise<void> {
  try {
    const size = await house.files.size(path);
    const range = parseRange(request.headers.range, size);
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
    const { stream } = await house.files.open(path, range);
    await pipeline(stream, response);
  } catch (error) {
    if (errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE") return;
    throw error instanceof FileError ? new AppError("ERR_NOT_FOUND") : error;
  }
}
