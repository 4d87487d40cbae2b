import type { ServerResponse } from "node:http";
import type { Answer, Call } from "./http.js";
import type { Random } from "./png.js";

/** Which requests a fault rule matches; all given conditions must hold. */
interface FaultMatch {
  readonly method?: string;
  /** A regular expression on the path. */
  readonly path?: string;
  /** Only the n-th matching request, counted from 1. */
  readonly nth?: number;
  /** Every n-th matching request. */
  readonly every?: number;
  readonly probability?: number;
  readonly token?: string;
}

/**
 * The fault. `when: "after"` lets the request take effect first, which gives an unknown outcome.
 */
export type FaultAction =
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "hang"; readonly when?: "before" | "after" }
  | { readonly kind: "reset"; readonly when?: "before" | "after" }
  | {
      readonly kind: "status";
      readonly code: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly when?: "before" | "after";
    }
  | { readonly kind: "badjson" }
  | { readonly kind: "truncate"; readonly bytes: number }
  | { readonly kind: "slowbody"; readonly bps: number };

/** A rule that acts at most `times` times (without a limit when absent). */
export interface FaultRule {
  readonly match: FaultMatch;
  readonly action: FaultAction;
  readonly times?: number;
}

/** The active rules. */
export interface FaultTable {
  add(rule: FaultRule): void;
  clear(): void;
  list(): readonly FaultRule[];
  /**
   * The action for this call from the first rule that fires; the call counts in every rule that
   * matches it.
   */
  take(call: Call, token: string): FaultAction | null;
}

/** An empty table; `random` is used for rules with a probability. */
export function createFaultTable(random: Random): FaultTable {
  let rules: { rule: FaultRule; seen: number; left: number }[] = [];
  return {
    add(rule) {
      rules.push({ rule, seen: 0, left: rule.times ?? Number.POSITIVE_INFINITY });
    },
    clear() {
      rules = [];
    },
    list: () => rules.map((entry) => entry.rule),
    take(call, token) {
      let taken: FaultAction | null = null;
      for (const entry of rules) {
        const { match, action } = entry.rule;
        if (match.method !== undefined && match.method.toUpperCase() !== call.method) continue;
        if (match.path !== undefined && !new RegExp(match.path).test(call.path)) continue;
        if (match.token !== undefined && match.token !== token) continue;
        entry.seen += 1;
        if (taken !== null || entry.left <= 0) continue;
        if (match.nth !== undefined && entry.seen !== match.nth) continue;
        if (match.every !== undefined && entry.seen % match.every !== 0) continue;
        if (match.probability !== undefined && random() >= match.probability) continue;
        entry.left -= 1;
        taken = action;
      }
      return taken;
    },
  };
}

/** Whether the action prevents the request's effect. */
export function preventsEffect(action: FaultAction): boolean {
  return (action.kind === "hang" || action.kind === "reset" || action.kind === "status") && action.when !== "after";
}

/** Writes the answer with the fault; a null action means no fault. */
export function writeAnswer(
  response: ServerResponse,
  answer: Answer,
  action: FaultAction | null,
  later: (ms: number, task: () => void) => void,
): void {
  switch (action?.kind) {
    case "hang":
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "status":
      response.writeHead(action.code, { "content-type": "text/html", ...action.headers });
      response.end(action.body ?? `<html><body><h1>${action.code}</h1></body></html>`);
      return;
    case "badjson":
      response.writeHead(answer.status, { "content-type": answer.type });
      response.end(`${answer.body.slice(0, -1)},,`);
      return;
    case "truncate":
      response.writeHead(answer.status, { "content-type": answer.type, "content-length": Buffer.byteLength(answer.body) });
      response.write(Buffer.from(answer.body).subarray(0, action.bytes), () => response.socket?.destroy());
      return;
    case "slowbody":
      writeSlowly(response, answer, action.bps, later);
      return;
    default:
      response.writeHead(answer.status, { "content-type": answer.type, "content-length": Buffer.byteLength(answer.body) });
      response.end(answer.body);
  }
}

function writeSlowly(response: ServerResponse, answer: Answer, bps: number, later: (ms: number, task: () => void) => void): void {
  const body = Buffer.from(answer.body);
  const step = Math.max(1, Math.round(bps / 20));
  response.writeHead(answer.status, { "content-type": answer.type, "content-length": body.length });
  const next = (from: number): void => {
    if (response.destroyed) return;
    response.write(body.subarray(from, from + step));
    if (from + step >= body.length) response.end();
    else later(50, () => next(from + step));
  };
  next(0);
}
