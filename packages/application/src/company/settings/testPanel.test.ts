import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DEFAULT_SETTINGS } from "@balcao/domain/settings";
import { NotSentError, UrlNotAllowedError, type GuardedFetch, type HttpAnswer } from "@balcao/platform/http";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { testPanel, testPanelWith } from "./testPanel.js";

const ORIGIN = "https://inbox.example";

/** The rest of the directory is not used. */
const directoryWith = (uriIframe: string) =>
  ({ directory: { current: () => ({ settings: { ...DEFAULT_SETTINGS, uriIframe } }) } }) as unknown as Services;

/** The result for a panel that answers so, or cannot be asked. */
function test(headers: HttpAnswer["headers"] | Error, uriIframe = "https://crm.example/{{ticketId}}?n={{number}}") {
  const asked: string[] = [];
  const call: GuardedFetch = async (address) => {
    asked.push(address);
    if (headers instanceof Error) throw headers;
    return { status: 200, headers, body: Buffer.alloc(0), text: () => "", json: () => null };
  };
  return testPanelWith(call, directoryWith(uriIframe), ORIGIN).then((view) => ({ ...view, asked }));
}

describe("the test of the external panel", () => {
  it("asks the address with an example conversation, and says which header refuses the frame [SET-025, D-083]", async () => {
    expect(await test({})).toMatchObject({ framing: "allowed", detail: null, asked: ["https://crm.example/123?n=5511999999999"] });
    expect(await test({ "x-frame-options": "DENY" })).toMatchObject({ framing: "header", detail: "X-Frame-Options: DENY" });
    expect(await test({ "content-security-policy": "frame-ancestors 'self'" })).toMatchObject({
      framing: "policy",
      detail: "Content-Security-Policy: frame-ancestors 'self'",
    });
    expect(await test({ "content-security-policy": `frame-ancestors ${ORIGIN}` })).toMatchObject({ framing: "allowed" });
  });

  it("says that a page cannot be reached, or that only the browser can tell", async () => {
    expect(await test(new NotSentError("no such name"))).toMatchObject({ framing: "unreachable" });
    expect(await test(new UrlNotAllowedError("The address is not on the public internet."))).toMatchObject({ framing: "unchecked" });
    await expect(test({}, "")).rejects.toMatchObject({ code: "ERR_NO_SETTING_FOUND" });
  });

  it("asks nothing of the company's network: an open port and a closed one look the same [D-083, D-283, S-58]", async () => {
    let asked = 0;
    const inside = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
    const { port } = inside.address() as AddressInfo;
    try {
      for (const place of [`127.0.0.1:${port}`, `localhost:${port}`, "127.0.0.1:9", "10.0.0.7", "[::1]"]) {
        const address = `http://${place}/`;
        expect(await testPanel(directoryWith(address), {} as Ctx, { origin: ORIGIN })).toEqual({
          address,
          framing: "unchecked",
          detail: null,
        });
      }
      expect(asked).toBe(0);
    } finally {
      inside.close();
    }
  });
});
