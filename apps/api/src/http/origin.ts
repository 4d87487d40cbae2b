import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a browser's request comes from our own pages (S-11, S-61). A request without Origin is not a browser's cross-site one as long as
 * Sec-Fetch-Site does not say so. Being on the same host counts too: people may open the app by an address that PUBLIC_URL does not name.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (origin === undefined) return site === undefined || site === "same-origin" || site === "none";
  if (origin === publicUrl) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
