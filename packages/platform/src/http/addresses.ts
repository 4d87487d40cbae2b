import type { IncomingHttpHeaders } from "node:http";
import net from "node:net";

/** Networks that are not the public internet: IANA's special-purpose registries and multicast. */
const closedV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Parts of 2000::/3 that are tunnels into IPv4, documentation or protocol assignments. */
const closedV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const closed = new net.BlockList();
for (const [address, prefix] of closedV4) closed.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of closedV6) closed.addSubnet(address, prefix, "ipv6");
const openV6 = new net.BlockList();
openV6.addSubnet("2000::", 3, "ipv6");

/**
 * True for an address on the public internet. False for private, loopback, link-local,
 * carrier-grade NAT, multicast, reserved, IPv4-mapped and translated addresses, and for texts that
 * are no address.
 */
export function isPublicAddress(address: string): boolean {
  switch (net.isIP(address)) {
    case 4:
      return !closed.check(address, "ipv4");
    case 6:
      return !address.includes("%") && openV6.check(address, "ipv6") && !closed.check(address, "ipv6");
    default:
      return false;
  }
}

/**
 * The key under which calls of an address are counted: an IPv4 address itself, the /64 of an IPv6
 * address, because its owner has the whole /64. An IPv4-mapped address counts as its IPv4 address;
 * a text that is no address is returned unchanged.
 */
export function networkOf(address: string | null): string {
  const bare = (address ?? "").replace(/%.*$/, "").toLowerCase();
  if (net.isIP(bare) !== 6) return bare;
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = bare.split("::");
  const groups = head === "" ? [] : head.split(":");
  const known = (tail ?? "") === "" ? [] : (tail ?? "").split(":");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - known.length)).fill("0");
  const network = [...groups, ...zeros, ...known].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/** Headers that reverse proxies and content networks add to the requests that they forward. */
const PROXY_HEADER =
  /^(?:x-forwarded(?:-.+)?|forwarded|via|x-(?:real|client|cluster-client|original-forwarded|envoy-external-address).*|cf-.+|true-client-ip|fastly-client-ip|x-appengine-.+|x-arr-.+|x-azure-.+)$/;

/** Whether any header shows that a proxy forwarded the request. */
export function isProxied(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}
