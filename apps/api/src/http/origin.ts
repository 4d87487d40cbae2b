import type { IncomingHttpHeaders } from "node:http";

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
