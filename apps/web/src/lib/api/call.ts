import { paths } from "@balcao/contracts/paths";
import type { AnyRoute, Answer, Call, Path } from "@balcao/contracts/route";
import type { FeatureName, Routes } from "@balcao/contracts/routes";
import { TOKEN_STORAGE_KEY } from "../session/tokens";
import { readStored } from "../storage";
import type { ApiError } from "./apiError";
import { createHttp } from "./http";

interface SessionEnds {
  readonly refresh: () => Promise<void>;
  readonly onUnauthorized: (error: ApiError) => void;
}

let ends: SessionEnds = {
  refresh: () => Promise.reject(new Error("No session is connected to the api.")),
  onUnauthorized: () => undefined,
};

/** Tells the api client how a session is renewed and ended; called once, by the session. */
export function connectSession(session: SessionEnds): void {
  ends = session;
}

const send = createHttp({
  baseUrl: `${window.location.origin}/api`,
  readToken: () => readStored(TOKEN_STORAGE_KEY),
  refresh: () => ends.refresh(),
  onUnauthorized: (error) => ends.onUnauthorized(error),
});

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** A multipart body for the routes that take files; it stands in for `body`. */
  readonly form?: FormData | undefined;
  /** Called with the sent part of the body, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

interface Parts {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** `/tickets/:ticketId` with its parameters in place. */
function fillPath(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/:(\w+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${template} needs ${name}.`);
    return encodeURIComponent(value);
  });
}

type RouteOf<F extends FeatureName, N extends keyof Routes[F]> = Extract<Routes[F][N], AnyRoute>;

/** The remark for the audit trail may always be left out. */
type WithOptionalLog<C> = C extends { readonly body: { log: infer L } }
  ? Omit<C, "body"> & { readonly body: Omit<C["body"], "log"> & { readonly log?: L } }
  : C;

const templates: Readonly<Record<string, Readonly<Record<string, Path>>>> = paths;

/**
 * Calls a route of the contract: `call("tickets", "list", { query: { status: "open" } })`.
 * Rejects with ApiError when refused and NoAnswerError when nobody answered.
 */
export async function call<F extends FeatureName, N extends keyof Routes[F] & string>(
  feature: F,
  name: N,
  request: WithOptionalLog<Call<RouteOf<F, N>>>,
  options: CallOptions = {},
): Promise<Answer<RouteOf<F, N>>> {
  const at = templates[feature]?.[name];
  if (!at) throw new Error(`The contract has no route ${feature}.${name}.`);
  const { params, query, body } = request as Parts;
  const answer = await send({
    method: at.method,
    path: fillPath(at.path, params),
    query,
    body: options.form ?? body,
    signal: options.signal,
    idempotencyKey: options.idempotencyKey,
    timeoutMs: options.timeoutMs,
    onProgress: options.onProgress,
  });
  // The contract binds both ends: the api does not compile with another answer.
  return answer as Answer<RouteOf<F, N>>;
}
