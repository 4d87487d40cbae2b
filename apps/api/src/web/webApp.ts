import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import express, { Router } from "express";
import { pagePolicy } from "../http/security.js";

const NONCE_MARK = "__CSP_NONCE__";
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/** Addresses that are not pages of the web app. */
const NOT_PAGES = /^\/(?:api|socket\.io|metrics|config\.json|assets)(?:\/|$)/;

export interface WebAppOptions {
  /** Folder of the built web app. */
  readonly folder: string;
  /** Address of the company's embedded page; empty when there is none. */
  readonly frameUrl: () => string;
  /** Address of the licence service that the page asks; empty when there is none. */
  readonly licenceUrl: string;
}

/**
 * Serves the built web app: hashed assets for ever, everything else asked afresh, and for every page address the one page with a fresh
 * nonce. Throws a clear error at the start when the folder has no page.
 */
export async function webApp({ folder, frameUrl, licenceUrl }: WebAppOptions): Promise<Router> {
  const page = await readFile(path.join(folder, "index.html"), "utf8").catch((cause: unknown) => {
    throw new Error(`WEB_DIST has no index.html (${folder}): build the web app, or leave WEB_DIST out to serve the API alone.`, { cause });
  });
  const router = Router();
  router.use("/assets", express.static(path.join(folder, "assets"), { immutable: true, maxAge: YEAR_MS, index: false, redirect: false }));
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response) => response.set("Cache-Control", "no-cache"),
    }),
  );
  router.get("/{*path}", (request, response, next) => {
    if (NOT_PAGES.test(request.path) || !request.accepts("html")) return next();
    const nonce = randomBytes(16).toString("base64url");
    response.locals["route"] = "page";
    response
      .set({
        "Content-Security-Policy": pagePolicy({ nonce, frameOrigin: originOf(frameUrl()), licenceOrigin: originOf(licenceUrl) }),
        "Cache-Control": "no-cache",
      })
      .type("html")
      .send(page.replaceAll(NONCE_MARK, nonce));
  });
  return router;
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
