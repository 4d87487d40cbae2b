import { judgeFraming, toPanelAddress } from "@balcao/domain/settings";
import { AppError } from "@balcao/contracts/errors";
import { PANEL_EXAMPLE, type PanelTestView } from "@balcao/contracts/settings";
import { createGuardedFetch, UrlNotAllowedError, type GuardedFetch } from "@balcao/platform/http";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** A page that is larger is not read to its end. */
const MOST_BYTES = 5 * 1024 * 1024;
const ask = createGuardedFetch({ timeoutMs: 5_000, maxBytes: MOST_BYTES });

/**
 * Asks the stored external panel for an example conversation, and says whether its answer lets a page of `origin` show it in a frame
 * [S-58]. Throws ERR_NO_SETTING_FOUND while there is no panel.
 */
export const testPanel = (services: Services, _ctx: Ctx, { origin }: { readonly origin: string }): Promise<PanelTestView> =>
  testPanelWith(ask, services, origin);

/** The same with another client. */
export async function testPanelWith(call: GuardedFetch, services: Pick<Services, "directory">, origin: string): Promise<PanelTestView> {
  const { uriIframe } = services.directory.current().settings;
  if (uriIframe === "") throw new AppError("ERR_NO_SETTING_FOUND");
  const address = toPanelAddress(uriIframe, PANEL_EXAMPLE);
  try {
    const { status, headers } = await call(address, { headers: { accept: "text/html" } });
    const answer = {
      status,
      frameOptions: [headers["x-frame-options"]].flat()[0],
      policy: [headers["content-security-policy"] ?? []].flat().join(", ") || undefined,
    };
    const framing = judgeFraming(answer, address, origin);
    return { address, framing, detail: detailOf(framing, answer) };
  } catch (error) {
    // Redirects and addresses of the company's own network are not followed: only the browser can tell.
    return { address, framing: error instanceof UrlNotAllowedError ? "unchecked" : "unreachable", detail: null };
  }
}

function detailOf(framing: PanelTestView["framing"], { status, frameOptions, policy }: Parameters<typeof judgeFraming>[0]): string | null {
  if (framing === "status") return String(status);
  if (framing === "header") return `X-Frame-Options: ${frameOptions ?? ""}`;
  return framing === "policy" ? `Content-Security-Policy: ${(policy ?? "").slice(0, 300)}` : null;
}
