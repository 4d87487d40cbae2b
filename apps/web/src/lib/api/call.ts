import { paths } from "@balcao/contracts/paths";
import type { AnyRoute, Answer, Call, FileAnswer, Path } from "@balcao/contracts/route";
import type { FeatureName, Routes } from "@balcao/contracts/routes";
import { TOKEN_STORAGE_KEY } from "../session/tokens";
import { readStored } from "../storage";
import type { ApiError } from "./apiError";
import { createHttp } from "./http";
import type { Received } from "./transport";

interface SessionEnds {
  readonly refresh: () => Promise<void>;
  readonly onUnauthorized: (error: ApiError) => void;
}

let ends: SessionEnds = {
  refresh: () => Promise.reject(new Error("No session is connected to the api.")),
  onUnauthorized: () => undefined,
};

/** Gives the api client the functions that renew and end a session; the session calls it once. */
export function connectSession(session: SessionEnds): void {
  ends = session;
}

const send = createHttp({
  baseUrl: "/api",
  readToken: () => readStored(TOKEN_STORAGE_KEY),
  refresh: () => ends.refresh(),
  onUnauthorized: (error) => ends.onUnauthorized(error),
  waitForRoom: async (error, signal) => (await import("./waitForRoom")).waitForRoom(error, signal),
});

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** A multipart body for the routes that accept files; it replaces `body`. */
  readonly form?: FormData | undefined;
  /** Called with the uploaded part of the body, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
  /** Called with the texts of an answer in parts as they come. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Called with what of a file has come. */
  readonly onReceived?: ((received: Received) => void) | undefined;
}

interface Parts {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** `/tickets/:ticketId` with the parameters filled in. */
function fillPath(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/:(\w+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${template} needs ${name}.`);
    return encodeURIComponent(value);
  });
}

type RouteOf<F extends FeatureName, N extends keyof Routes[F]> = Extract<Routes[F][N], AnyRoute>;

/** The routes of a feature that answer a file. */
type FileRoute<F extends FeatureName> = {
  [N in keyof Routes[F] & string]: Answer<RouteOf<F, N>> extends FileAnswer ? N : never;
}[keyof Routes[F] & string];

/** Makes the remark for the audit trail optional. */
type WithOptionalLog<C> = C extends { readonly body: { log: infer L } }
  ? Omit<C, "body"> & { readonly body: Omit<C["body"], "log"> & { readonly log?: L } }
  : C;

const templates: Readonly<Record<string, Readonly<Record<string, Path>>>> = paths;

/**
 * Calls a route of the contract: `call("tickets", "list", { query: { status: "open" } })`. Rejects
 * with ApiError when refused and with NoAnswerError without an answer.
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
    onText: options.onText,
    onReceived: options.onReceived,
  });
  // The contract types both sides: the api does not compile with another answer.
  return answer as Answer<RouteOf<F, N>>;
}

/** A file of this size may take long to be made, in milliseconds. */
const DOWNLOAD_MS = 600_000;

/** Calls a route that answers a file, and lets the browser save it under its name. */
export async function download<F extends FeatureName, N extends FileRoute<F>>(
  feature: F,
  name: N,
  request: WithOptionalLog<Call<RouteOf<F, N>>>,
  options: Pick<CallOptions, "signal" | "onReceived"> = {},
): Promise<void> {
  // The transport makes a file of such an answer.
  const file = (await call(feature, name, request, { timeoutMs: DOWNLOAD_MS, ...options })) as unknown as {
    readonly bytes: Blob;
    readonly name: string;
  };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file.bytes);
  link.download = file.name;
  link.click();
  // The browser has begun to save it when this runs.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
