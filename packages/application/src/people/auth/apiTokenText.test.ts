import { isInNetworks, makeApiToken, readApiToken, readNetwork } from "./apiTokenText.js";

describe("the text of a token", () => {
  it("has the prefix that scanners look for and 256 random bits that are stored as a hash alone [D-570]", () => {
    const { id, text, secretHash } = makeApiToken();
    expect(text).toMatch(/^blc_[\w-]{64}$/);
    expect(readApiToken(text)?.id).toBe(id);
    expect(readApiToken(text)?.isOf(secretHash)).toBe(true);
    expect(text).not.toContain(secretHash.toString("base64url"));
    expect(readApiToken(makeApiToken().text)?.isOf(secretHash)).toBe(false);
  });

  it.each(["", "blc_", `blc_${"a".repeat(63)}`, `blc_${"a".repeat(65)}`, `blc_${"a".repeat(63)}=`, `xyz_${"a".repeat(64)}`])(
    "is not %j",
    (text) => {
      expect(readApiToken(text)).toBeNull();
    },
  );
});

describe("the networks of a token", () => {
  it("let in their addresses, of either family and as an IPv4 address over IPv6, and nothing that is no address [D-572]", () => {
    const networks = ["203.0.113.0/24", "2001:db8::/32", "198.51.100.7"];
    for (const ip of ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8::1", "198.51.100.7"])
      expect([ip, isInNetworks(ip, networks)]).toEqual([ip, true]);
    for (const ip of ["203.0.114.9", "2001:db9::1", "198.51.100.8", "", "x", null])
      expect([ip, isInNetworks(ip, networks)]).toEqual([ip, false]);
    expect(isInNetworks(null, [])).toBe(true);
  });

  it.each(["203.0.113.0/33", "2001:db8::/129", "203.0.113/24", "203.0.113.0/", "example.com", "203.0.113.0/-1", "fe80::1%eth0"])(
    "are not %j [D-572]",
    (text) => {
      expect(readNetwork(text)).toBeNull();
    },
  );
});
