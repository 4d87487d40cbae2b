import { judgeFraming } from "./index.js";

const PAGE = "https://crm.example/panel";
const OWN = "https://inbox.shop.com";
const page = { status: 200, frameOptions: undefined, policy: undefined };

describe("whether a page may be shown in a frame of ours", () => {
  it.each([
    [page, "allowed"],
    [{ ...page, frameOptions: "DENY" }, "header"],
    [{ ...page, frameOptions: "SameOrigin" }, "header"],
    [{ ...page, frameOptions: "ALLOW-FROM https://other.example" }, "allowed"],
    [{ ...page, policy: "default-src 'self'" }, "allowed"],
    [{ ...page, policy: "default-src 'self'; frame-ancestors 'none'" }, "policy"],
    [{ ...page, policy: "frame-ancestors" }, "policy"],
    [{ ...page, policy: "frame-ancestors ://" }, "policy"],
    [{ ...page, policy: "frame-ancestors 'self'" }, "policy"],
    [{ ...page, policy: "Frame-Ancestors 'self' https://inbox.shop.com" }, "allowed"],
    [{ ...page, policy: "frame-ancestors inbox.shop.com", frameOptions: "DENY" }, "allowed"],
    [{ ...page, policy: "frame-ancestors *.shop.com" }, "allowed"],
    [{ ...page, policy: "frame-ancestors *.shop.com:8443" }, "policy"],
    [{ ...page, policy: "frame-ancestors https://shop.com" }, "policy"],
    [{ ...page, policy: "frame-ancestors http://inbox.shop.com:443" }, "allowed"],
    [{ ...page, policy: "frame-ancestors https:" }, "allowed"],
    [{ ...page, policy: "frame-ancestors *, frame-ancestors 'none'" }, "policy"],
    [{ ...page, status: 404 }, "status"],
  ] as const)("is judged as browsers do: %j is %s [SET-025, D-083]", (answer, framing) => {
    expect(judgeFraming(answer, PAGE, OWN)).toBe(framing);
  });

  it("is always so for a page of our own origin, unless it refuses everybody", () => {
    for (const [policy, framing] of [
      ["frame-ancestors 'self'", "allowed"],
      ["frame-ancestors 'none'", "policy"],
    ] as const)
      expect(judgeFraming({ ...page, policy }, `${OWN}/x`, OWN)).toBe(framing);
    expect(judgeFraming({ ...page, frameOptions: "SAMEORIGIN" }, `${OWN}/x`, OWN)).toBe("allowed");
  });
});
