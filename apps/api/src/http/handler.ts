import type { Answer, AnyRoute, Parsed } from "@balcao/contracts/route";
import type { FeatureName, Routes } from "@balcao/contracts/routes";
import type { Ctx, Services } from "@balcao/application/ground/kernel";
import type { UploadedFile } from "./uploads.js";

/** What a handler may use of HTTP. */
export interface HttpCall {
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Cookies of the request, by name. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Files of a multipart request, as temporary files; they are deleted after the answer. */
  readonly files: readonly UploadedFile[];
  /** Sends a text of an answer in parts at once; the view or the error that follows is its last part. */
  readonly sendText: (text: string) => void;
  /** Sends cookies with the answer. */
  readonly answerCookies: (cookies: readonly AnswerCookie[]) => void;
}

/** A cookie for the browser. `until: null` deletes it. */
export interface AnswerCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly secure: boolean;
  readonly until: Date | null;
}

interface SignedInHandler<I, V> {
  readonly who: "signedIn";
  readonly run: (ctx: Ctx, input: I, call: HttpCall) => Promise<V>;
}

interface VisitorHandler<I, V> {
  readonly who: "visitor";
  readonly run: (call: HttpCall, input: I) => Promise<V>;
}

/** The handler of one route of the contract. */
export type Handler<R extends AnyRoute> = SignedInHandler<Parsed<R>, Answer<R>> | VisitorHandler<Parsed<R>, Answer<R>>;

/** A handler for people with a session. */
export const signedIn = <I, V>(run: SignedInHandler<I, V>["run"]): SignedInHandler<I, V> => ({ who: "signedIn", run });

/** Makes handlers that hand the parsed input to a command as it is: `run(listTickets)`. */
export const commandOf =
  (services: Services) =>
  <I, V>(command: (services: Services, ctx: Ctx, input: I) => Promise<V>): SignedInHandler<I, V> =>
    signedIn((ctx, input) => command(services, ctx, input));

/** A handler for everybody; only routes with the policies `public` and `refreshCookie` may have one. */
export const visitor = <I, V>(run: VisitorHandler<I, V>["run"]): VisitorHandler<I, V> => ({ who: "visitor", run });

/** Exactly one handler per route of a feature: a missing one and one too many do not compile. */
export type FeatureHandlers<F extends FeatureName, P extends keyof Routes[F] = never> = {
  readonly [N in Exclude<keyof Routes[F], P>]: Routes[F][N] extends AnyRoute ? Handler<Routes[F][N]> : never;
};
