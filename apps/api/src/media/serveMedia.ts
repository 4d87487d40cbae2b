import type { Request, RequestHandler } from "express";
import { AppError } from "@balcao/contracts/errors";
import { accessDownloadSession, accessGiven, type AuthServices } from "@balcao/application/people/auth";
import { accessFile, sessionOfFileUrl } from "@balcao/application/inbox/files";
import type { Ctx, Services } from "@balcao/application/ground/kernel";
import { makeM4a, makeThumb, type Rendition } from "@balcao/application/inbox/media";
import { contentDisposition, sendBytes } from "./sendBytes.js";

/** A browser may cache a file as long as its signed address is valid. */
const KEPT = `private, max-age=${15 * 60}`;

/** A browser may use an address of the bucket again while that is valid for another minute. */
const LINK_KEPT = `private, max-age=${4 * 60}`;

/** An address without a signature does not end with the session, so each use of it is asked about. */
const ASKED = "private, no-cache";

/** What a browser loads to show it, and not to read its bytes; those it loads from the bucket. */
const SHOWN: ReadonlySet<string | undefined> = new Set(["image", "audio", "video"]);

export interface MediaOptions {
  readonly auth: AuthServices;
  readonly mediaKey: string;
  readonly downloadCookie: string;
}

/**
 * `GET /public/media/:id` (ADR 30, M-10): it needs an address that is signed for a valid session, or the download cookie of one,
 * and that session's right to the owner of the file. Harmless kinds are shown, others are downloads; `as=m4a` converts Ogg, `as=thumb` answers a small picture. What a browser shows is a redirect where it reaches the bucket of the files itself (D-257).
 */
export function serveMedia({ auth, mediaKey, downloadCookie }: MediaOptions): RequestHandler {
  const whoAsks = async (request: Request, fileId: string): Promise<Asking> => {
    const signedFor = sessionOfFileUrl(mediaKey, auth.services.clock, fileId, request.query);
    const ctx = signedFor === null ? null : await accessGiven(auth, signedFor, request.ip ?? null);
    if (ctx) return { ctx, kept: KEPT, linkKept: LINK_KEPT, quarantined: true };
    const cookies = request.cookies as Record<string, string | undefined>;
    const byCookie = await accessDownloadSession(auth, cookies[downloadCookie]);
    if (!byCookie) throw new AppError("ERR_NO_PERMISSION");
    return { ctx: byCookie, kept: ASKED, linkKept: ASKED, quarantined: false };
  };

  return async (request, response) => {
    response.locals["route"] = "/public/media/:id";
    const fileId = String(request.params["id"]);
    const { ctx, kept, linkKept, quarantined } = await whoAsks(request, fileId);
    response.locals["userId"] = ctx.actor.id;
    response.locals["sessionId"] = ctx.sessionId;
    const file = await accessFile(auth.services, ctx, fileId, { quarantined });
    const rendition = await renditionOf(auth.services, file, request.query["as"]);
    if (rendition === "none") {
      // A status of an error would be logged in the browser's console for each video.
      response.status(204).set("Cache-Control", kept).end();
      return;
    }
    const { path, mime, etag: tag } = rendition ?? { ...file, etag: file.sha256 };
    const etag = `"${tag}"`;
    const disposition = contentDisposition(file.inlineAllowed ? "inline" : "attachment", nameOf(file));
    const isShown = file.inlineAllowed && SHOWN.has(request.get("Sec-Fetch-Dest"));
    const shown = { contentType: mime, contentDisposition: disposition, cacheControl: kept };
    const link = isShown ? auth.services.files.link(path, shown) : null;
    if (link !== null) {
      response.status(302).set({ "Cache-Control": linkKept, Location: link }).end();
      return;
    }
    response.set({
      "Accept-Ranges": "bytes",
      "Cache-Control": kept,
      "Content-Disposition": disposition,
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Content-Type": file.inlineAllowed ? mime : "application/octet-stream",
      ETag: etag,
    });
    if (request.headers["if-none-match"] === etag) {
      response.status(304).end();
      return;
    }
    await sendBytes(auth.services, request, response, path);
  };
}

/** Who asks for a file, and how long their browser may keep the answer, or the redirect in its place. */
interface Asking {
  readonly ctx: Ctx;
  readonly kept: string;
  readonly linkKept: string;
  /** Whether the address may be one of a quarantined file: those are signed, and given out one by one (D-360). */
  readonly quarantined: boolean;
}

/** A dangerous file is saved under a name that no system starts. */
const nameOf = ({ originalName, quarantined }: File): string => (quarantined ? `${originalName}.quarantine` : originalName);

type File = Awaited<ReturnType<typeof accessFile>>;

/**
 * What is served instead of the stored bytes, by the parameter `as`; null for the bytes themselves,
 * "none" for a video without a picture.
 * A picture that cannot be made small is served as it is, because a browser may still read it.
 */
async function renditionOf(services: Services, file: File, as: unknown): Promise<Rendition | "none" | null> {
  if (file.quarantined) return null;
  if (as === "m4a") return makeM4a(services, file);
  if (as !== "thumb") return null;
  const thumb = await makeThumb(services, file);
  return thumb ?? (file.mime.startsWith("image/") ? null : "none");
}
