import type { IncomingHttpHeaders } from "node:http";

/** Headers that reverse proxies and content networks add to the requests that they forward. */
const PROXY_HEADER =
  /^(?:x-forwarded(?:-.+)?|forwarded|via|x-(?:real|client|cluster-client|original-forwarded|envoy-external-address).*|cf-.+|true-client-ip|fastly-client-ip|x-appengine-.+|x-arr-.+|x-azure-.+)$/;

/** Whether any header shows that a proxy forwarded the request. */
export function isProxied(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}
