import type { RequestHandler } from "express";
import helmet from "helmet";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What no answer of the api may do in a browser: everything. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The headers that every answer carries, errors included (S-64). HSTS only where people come over https. */
export function securityHeaders(isHttps: boolean): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: isHttps ? { maxAge: YEAR_SECONDS } : false,
      referrerPolicy: { policy: "no-referrer" },
      crossOriginOpenerPolicy: { policy: "same-origin" },
      crossOriginResourcePolicy: { policy: "same-origin" },
      xFrameOptions: { action: "deny" },
    }),
    (_request, response, next) => {
      response.set("Content-Security-Policy", API_POLICY);
      next();
    },
  ];
}

export interface PagePolicy {
  /** Fresh per answer; the page's own styles carry it. */
  readonly nonce: string;
  /** Origin of the company's embedded page, where there is one. */
  readonly frameOrigin: string | null;
  /** Origin of the licence service, where there is one. */
  readonly licenceOrigin: string | null;
}

/** What the web app's page may do: its own scripts, its own styles by nonce, media of its own origin and from memory (S-64). */
export function pagePolicy({ nonce, frameOrigin, licenceOrigin }: PagePolicy): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    ["connect-src 'self' blob: data:", licenceOrigin].filter(Boolean).join(" "),
    "font-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src ${frameOrigin ?? "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
