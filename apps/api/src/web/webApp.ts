import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import express, { Router, type NextFunction, type Request, type Response } from "express";
import sirv from "sirv";
import { filePolicy, pagePolicy } from "../http/security.js";

const NONCE_MARK = "__CSP_NONCE__";
const YEAR_S = 365 * 24 * 60 * 60;

/** Addresses that are not pages of the web app. */
const NOT_PAGES = /^\/(?:api|socket\.io|metrics|config\.json|assets)(?:\/|$)/;

/** Files that run in a browser without the one page: the service worker, and the page without a network. */
const RUNNING_FILES: ReadonlySet<string> = new Set(["sw.js", "offline.html"]);

export interface WebAppOptions {
  /** Folder of the built web app. */
  readonly folder: string;
  /** Address of the company's embedded page; empty when there is none. */
  readonly frameUrl: () => string;
  /** Address of the licence service that the page asks; empty when there is none. */
  readonly licenceUrl: string;
  /** Origin of the bucket from which browsers load files; null when there is none. */
  readonly filesOrigin: string | null;
}

/**
 * Serves the built web app: hashed assets are cached permanently and sent as the build compressed them, other files are revalidated, and every page address gets the one page
 * with a new nonce. Throws a clear error at the start when the folder has no page.
 */
export async function webApp({ folder, frameUrl, licenceUrl, filesOrigin }: WebAppOptions): Promise<Router> {
  const page = await readFile(path.join(folder, "index.html"), "utf8").catch((cause: unknown) => {
    throw new Error(`WEB_DIST has no index.html (${folder}): build the web app, or leave WEB_DIST out to serve the API alone.`, { cause });
  });
  const router = Router();
  router.use(
    "/assets",
    endWithFile,
    sirv(path.join(folder, "assets"), { immutable: true, maxAge: YEAR_S, extensions: [], gzip: true, brotli: true }),
  );
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response, file) => {
        response.set("Cache-Control", "no-cache");
        if (RUNNING_FILES.has(path.basename(file))) response.set("Content-Security-Policy", filePolicy());
        // The page as a file has no nonce: nothing in it may run.
        else if (file.endsWith(".html")) response.set("Content-Security-Policy", "default-src 'none'");
      },
    }),
  );
  router.get("/{*path}", (request, response, next) => {
    if (NOT_PAGES.test(request.path) || !request.accepts("html")) return next();
    const nonce = randomBytes(16).toString("base64url");
    response.locals["route"] = "page";
    response
      .set({
        "Content-Security-Policy": pagePolicy({
          nonce,
          frameOrigin: originOf(frameUrl()),
          licenceOrigin: originOf(licenceUrl),
          filesOrigin,
        }),
        "Cache-Control": "no-cache",
      })
      .type("html")
      .send(page.replaceAll(NONCE_MARK, nonce));
  });
  return router;
}

/**
 * Breaks the answer off when its file cannot be read: after an update the files of the running version are gone, and the process may
 * have too many open. sirv leaves the error of the file to nobody, which would end the process.
 */
function endWithFile(_request: Request, response: Response, next: NextFunction): void {
  response.once("pipe", (file: Readable) => file.once("error", () => response.destroy()));
  next();
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
