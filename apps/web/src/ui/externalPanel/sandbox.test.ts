import { toSandbox } from "./sandbox.js";

describe("the frame of the external panel", () => {
  it("keeps its own storage only on a host that is not beside ours [CONV-005, D-083]", () => {
    for (const [address, own, keeps] of [
      ["https://crm.example/", "inbox.shop.com.br", true],
      ["https://crm.other.com.br/", "inbox.shop.com.br", true],
      ["https://inbox.shop.com.br/x", "inbox.shop.com.br", false],
      ["https://crm.shop.com.br/", "inbox.shop.com.br", false],
      ["https://shop.com.br/", "inbox.shop.com.br", false],
      ["https://a.inbox.shop.com.br/", "inbox.shop.com.br", false],
      ["https://crm.example/", "localhost", true],
    ] as const)
      expect([address, toSandbox(address, own).includes("allow-same-origin")]).toEqual([address, keeps]);
  });
});
