import type { IncomingHttpHeaders } from "node:http";
import type { RequestHandler } from "express";
import helmet from "helmet";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** An answer of the api may load and run nothing in a browser. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The headers of every answer, errors included (S-64). HSTS only when `isHttps`. */
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
  /** New for each answer; the page's own styles carry it. */
  readonly nonce: string;
  /** Origin of the company's embedded page, or null. */
  readonly frameOrigin: string | null;
  /** Origin of the licence service, or null. */
  readonly licenceOrigin: string | null;
  /** Origin from which browsers load pictures, sounds and videos besides the api's own, or null. */
  readonly filesOrigin: string | null;
}

/** What the web app's page may do: its own scripts, its own styles by nonce, media of its own origin, from memory and from the storage of files. */
export function pagePolicy({ nonce, frameOrigin, licenceOrigin, filesOrigin }: PagePolicy): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", filesOrigin].filter(Boolean).join(" "),
    ["media-src 'self' blob:", filesOrigin].filter(Boolean).join(" "),
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

/** What a file may do that runs beside the page: load and call this server alone. */
export function filePolicy(): string {
  return ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join("; ");
}

/**
 * Whether a browser's request comes from our own pages (S-11, S-61), or from none, unless Sec-Fetch-Site says cross-site. The called host
 * counts as ours too, because people may open the app by an address other than PUBLIC_URL.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (origin === undefined) return site === undefined || site === "same-origin" || site === "none";
  if (origin === publicUrl) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
