import type { Schema } from "yup";
import type { ErrorCode } from "../errors/index.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Method and path: the part of a route that the browser needs at run time. */
export interface Path<M extends Method = Method, P extends string = string> {
  readonly method: M;
  readonly path: P;
}

export const path = <const M extends Method, const P extends string>(method: M, template: P): Path<M, P> => ({ method, path: template });

/**
 * Who may call a route; one without a policy does not compile (S-18). `ticket` and `chat` mean that
 * the command checks the right when it loads the object with `access*`; the others are decided before
 * the body is read.
 */
export type Policy =
  | "public"
  | "refreshCookie"
  | "signedIn"
  | "ticket"
  | "chat"
  | "addContact"
  | "editContact"
  | "delContact"
  | "sendToMany"
  | "maintain"
  | "manager"
  | "admin"
  | "super"
  | "gatewaySignature"
  | "download";

type Split<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | Split<`/${R}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;

/**
 * Parameters of a path: those whose name ends in `Id` are positive integers, the others are text
 * (D-240).
 */
type Params<P extends string> = { readonly [N in Split<P>]: N extends `${string}Id` ? number : string };

/** A validated call, with the names of the wire. */
interface WireCall<P extends string, Q, B> {
  readonly params: Params<P>;
  readonly query: Q;
  readonly body: B;
}

/** The files that a multipart route accepts. */
export interface FilesRule {
  readonly field: string;
  readonly maxFiles: number;
}

/**
 * One documented call: its schemas, the pure conversion from the names of the wire to Balcão's, and
 * the view that it answers. `Q` and `B` are the types on the wire (yup has no separate input type),
 * `H` is the handler's input, `V` its answer.
 */
export interface Route<P extends string = string, Q = unknown, B = unknown, H = unknown, V = unknown> {
  readonly method: Method;
  readonly path: P;
  readonly policy: Policy;
  readonly query: Schema<Q> | null;
  readonly body: Schema<B> | null;
  readonly files: FilesRule | null;
  /** The largest JSON body, in bytes. */
  readonly limitBytes: number;
  readonly toInput: (call: WireCall<P, Q, B>) => H;
  readonly errors: readonly ErrorCode[];
  /**
   * True when the call stores messages or files: it is refused with ERR_STORAGE_LOW while the disk
   * is nearly full.
   */
  readonly grows: boolean;
  /** Never set; it only carries the type of the view. */
  readonly answer?: V;
}

interface RouteSpec<P extends string, Q, B, H> {
  readonly policy: Policy;
  readonly query?: Schema<Q>;
  readonly body?: Schema<B>;
  readonly files?: FilesRule;
  readonly limitBytes?: number;
  readonly toInput: (call: WireCall<P, Q, B>) => H;
  readonly errors?: readonly ErrorCode[];
  readonly grows?: boolean;
}

const DEFAULT_LIMIT_BYTES = 100 * 1024;

/** Declares a route that answers `V`: `route<TicketView>()(paths.get, { … })`. */
export function route<V>() {
  return <P extends string, H, Q = undefined, B = undefined>(at: Path<Method, P>, spec: RouteSpec<P, Q, B, H>): Route<P, Q, B, H, V> => ({
    method: at.method,
    path: at.path,
    policy: spec.policy,
    query: spec.query ?? null,
    body: spec.body ?? null,
    files: spec.files ?? null,
    limitBytes: spec.limitBytes ?? DEFAULT_LIMIT_BYTES,
    toInput: spec.toInput,
    errors: [...(spec.errors ?? []), ...(spec.grows === true ? (["ERR_STORAGE_LOW"] as const) : [])],
    grows: spec.grows ?? false,
  });
}

// With `unknown`, variance would refuse every real route; `any` accepts all of them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRoute = Route<any, any, any, any, any>;

/** The input of the handler. */
export type Parsed<R extends AnyRoute> = R extends Route<string, infer _Q, infer _B, infer H> ? H : never;
/** What the handler answers and the caller receives. */
export type Answer<R extends AnyRoute> = R extends Route<string, infer _Q, infer _B, infer _H, infer V> ? V : never;

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : undefined extends T
    ? { readonly [N in K]?: T }
    : { readonly [N in K]: T };
type ParamsPart<P extends string> = [Split<P>] extends [never] ? unknown : { readonly params: Params<P> };

/** What a caller passes, with the names of the wire. */
export type Call<R extends AnyRoute> =
  R extends Route<infer P, infer Q, infer B> ? ParamsPart<P> & Part<"query", Q> & Part<"body", B> : never;
