import { networkOf } from "./index.js";

describe("networkOf", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["2a00:1450:4001:82b::200e", "2a00:1450:4001:82b::/64"],
    ["2A00:1450:4001:082b:1:2:3:4", "2a00:1450:4001:82b::/64"],
    ["2a00:1450::4", "2a00:1450:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["nothing", "nothing"],
  ])("counts %s as %s [S-06]", (address, network) => expect(networkOf(address)).toBe(network));

  it("counts callers without an address together", () => expect(networkOf(null)).toBe(""));
});
