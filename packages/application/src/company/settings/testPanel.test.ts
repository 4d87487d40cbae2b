import { DEFAULT_SETTINGS } from "@balcao/domain/settings";
import { NotSentError, UrlNotAllowedError, type GuardedFetch, type HttpAnswer } from "@balcao/platform/http";
import type { Services } from "../../ground/kernel/index.js";
import { testPanelWith } from "./testPanel.js";

const ORIGIN = "https://inbox.example";

/** The result for a panel that answers so, or cannot be asked. */
function test(headers: HttpAnswer["headers"] | Error, uriIframe = "https://crm.example/{{ticketId}}?n={{number}}") {
  const asked: string[] = [];
  const call: GuardedFetch = async (address) => {
    asked.push(address);
    if (headers instanceof Error) throw headers;
    return { status: 200, headers, body: Buffer.alloc(0), text: () => "", json: () => null };
  };
  // The rest of the directory is not used.
  const directory = { current: () => ({ settings: { ...DEFAULT_SETTINGS, uriIframe } }) } as unknown as Services["directory"];
  return testPanelWith(call, { directory }, ORIGIN).then((view) => ({ ...view, asked }));
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
});
