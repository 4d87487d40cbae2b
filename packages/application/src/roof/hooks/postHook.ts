import { createHmac } from "node:crypto";
import { LIMITS } from "@balcao/domain/limits";
import type { HookFault } from "@balcao/contracts/hooks";
import type { HookRow } from "@balcao/database/hooks";
import { createGuardedCaller, NotSentError, PeerError, RedirectError, UrlNotAllowedError, type AddressRule } from "@balcao/platform/http";
import type { Services } from "../../ground/kernel/index.js";

/** What a receiver said, or why it said nothing. */
export interface HookOutcome {
  readonly status: number | null;
  readonly fault: HookFault | null;
  readonly ms: number;
}

export interface HookPoster {
  /** Posts a body once. Never throws. */
  readonly post: (hook: HookRow, key: string, body: string) => Promise<HookOutcome>;
  readonly close: () => void;
}

/** Deliveries of one webhook that are under way at the same time. */
export const HOOK_WIDTH = 8;
const HOOK_TIMEOUT_MS = 10_000;

/** The contexts of the sealed values of webhooks. */
export const hookKeyContext = (id: number): string => `hook.key:${id}`;
export const hookBodyContext = (deliveryId: number): string => `hook_delivery.body:${deliveryId}`;

/** Whether an address may be a webhook's: https, or http to a host that the operator has named (D-605). */
export function isHookAddress(text: string, { internalHosts = [] }: AddressRule): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && internalHosts.includes(host));
}

/** What the header says: one signature for each key. */
const signatureOf = (keys: readonly string[], timestamp: string, body: string): string =>
  keys.map((key) => `v1=${createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex")}`).join(",");

/** Creates what posts to receivers, through the guarded client, over connections that stay open (D-605). */
export function createHookPoster({ hookAddresses, sealer, clock }: Services, timeoutMs = HOOK_TIMEOUT_MS): HookPoster {
  const caller = createGuardedCaller({
    ...hookAddresses,
    ...{ timeoutMs, maxBytes: LIMITS.hook.answerBytes, socketsPerHost: 8 * HOOK_WIDTH },
  });
  const keys = new Map<string, string>();
  const openKey = (sealed: string, id: number): string => {
    const key = keys.get(sealed) ?? sealer.open(sealed, hookKeyContext(id));
    if (keys.size > 4 * LIMITS.hook.most) keys.clear();
    keys.set(sealed, key);
    return key;
  };
  const send = async ({ id, address, secretSealed, oldSecretSealed }: HookRow, key: string, body: string): Promise<number> => {
    if (!isHookAddress(address, hookAddresses)) throw new UrlNotAllowedError("A webhook goes to an https address.");
    const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
    const signing = [secretSealed, ...(oldSecretSealed === null ? [] : [oldSecretSealed])].map((sealed) => openKey(sealed, id));
    const headers = {
      "content-type": "application/json",
      "user-agent": "Balcao",
      "balcao-id": key,
      "balcao-timestamp": timestamp,
      "balcao-signature": signatureOf(signing, timestamp, body),
    };
    return (await caller.fetch(address, { method: "POST", body, headers })).status;
  };
  return {
    close: caller.close,
    post: async (hook, key, body) => {
      const begin = performance.now();
      const ms = (): number => Math.round(performance.now() - begin);
      try {
        const status = await send(hook, key, body);
        return { status, fault: status < 200 || status >= 300 ? "status" : null, ms: ms() };
      } catch (error) {
        return { status: statusOf(error), fault: faultOf(error, ms() >= timeoutMs), ms: ms() };
      }
    },
  };
}

function statusOf(error: unknown): number | null {
  return error instanceof RedirectError || error instanceof PeerError ? (error.status ?? null) : null;
}

function faultOf(error: unknown, isLate: boolean): HookFault {
  if (error instanceof RedirectError) return "redirect";
  if (error instanceof UrlNotAllowedError) return "address";
  if (isLate) return "timeout";
  if (error instanceof NotSentError) return "notReached";
  return error instanceof PeerError && error.status !== undefined ? "tooLong" : "broken";
}
