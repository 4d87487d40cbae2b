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
 * True for an address on the public internet. False for private, loopback, link-local, carrier-grade NAT,
 * multicast, reserved, IPv4-mapped and translated addresses, and for what is no address at all (S-58).
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
