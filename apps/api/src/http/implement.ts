import { Router, type Request, type Response } from "express";
import { apiNeedOf } from "@balcao/contracts/apiNeeds";
import { AppError } from "@balcao/contracts/errors";
import { IDEMPOTENCY_KEY } from "@balcao/contracts/idempotency";
import { FileAnswer, ROWS_HEADER, type AnyRoute } from "@balcao/contracts/route";
import { routes } from "@balcao/contracts/routes";
import { authenticate, authenticateAgain, type AuthServices } from "@balcao/application/people/auth";
import { SearchAbandoned, type Ctx } from "@balcao/application/ground/kernel";
import type { VolumeGuard } from "@balcao/platform/volumes";
import type { Handlers } from "../handlers/index.js";
import { endParts, isInParts, sendText } from "./answerParts.js";
import { sendJson } from "./compression.js";
import type { AnswerCookie, Handler, HttpCall } from "./handler.js";
import { isOwnOrigin } from "./security.js";
import { checkOf, isForVisitors } from "./policies.js";
import type { RateLimit } from "./rateLimit.js";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { contentDisposition } from "../media/sendBytes.js";
import { createBodyReader, createQueryReader, readParams, validate } from "./readCall.js";
import type { UploadedFile, UploadReceiver } from "./uploads.js";

/**
 * Sends a file while it is made. A failure in the middle ends the connection, so that nobody takes a
 * part for the whole.
 */
async function sendFile(response: Response, { name, mime, bytes, rows }: FileAnswer): Promise<void> {
  response.set({ "Content-Type": mime, "Content-Disposition": contentDisposition("attachment", name) });
  if (rows !== null) response.set(ROWS_HEADER, String(rows));
  const source = Readable.from(bytes, { objectMode: false });
  try {
    await pipeline(source, response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

export interface Kernel {
  readonly auth: AuthServices;
  readonly uploads: UploadReceiver;
  readonly limits: Readonly<Record<"reads" | "changes", RateLimit>>;
  readonly publicUrl: string;
  /** The disk of our files, and of the embedded database. */
  readonly volume: VolumeGuard;
}

interface MountedRoute {
  readonly name: string;
  readonly route: AnyRoute;
  readonly handler: Handler<AnyRoute>;
}

/** Calls of people who must change their password or set up a second factor first. */
const BEFORE_ALL: ReadonlySet<string> = new Set([
  "auth.logout",
  "users.change",
  "auth.secondFactor",
  "auth.beginSecondFactor",
  "auth.confirmSecondFactor",
  "auth.beginPasskey",
  "auth.createPasskey",
]);

/**
 * Mounts every route of the contract. The policy is checked before the body is read; the route validates and renames the input.
 * Throws for a route without a handler.
 */
export function mountRoutes(kernel: Kernel, handlers: Handlers): Router {
  // A router tries its paths one after the other, so each first segment has a router of its own.
  const sections = new Map<string, Router>();
  for (const { name, route, handler } of inMountOrder(toMounted(handlers))) {
    const answer = createAnswerer(kernel, { name, route, handler });
    const path = String(route.path);
    const section = sections.get(sectionOf(path)) ?? Router();
    sections.set(sectionOf(path), section);
    section[METHOD[route.method]](path, (request: Request, response: Response) => {
      response.locals["route"] = path;
      return answer(request, response);
    });
  }
  if ([...sections.keys()].some((section) => section.startsWith(":"))) throw new Error("A path must not begin with a parameter.");
  return Router().use((request, response, next) => {
    const section = sections.get(sectionOf(request.path));
    if (section) section(request, response, next);
    else next();
  });
}

/** The first segment of a path, whose letters may be large or small. */
function sectionOf(path: string): string {
  const end = path.indexOf("/", 1);
  return path.slice(1, end < 0 ? undefined : end).toLowerCase();
}

const METHOD = { GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const;

function toMounted(handlers: Handlers): MountedRoute[] {
  // The compiler has matched both records; below they are read by name.
  const table: Record<string, Record<string, AnyRoute>> = routes;
  const answered: Record<string, Record<string, Handler<AnyRoute> | undefined>> = handlers;
  return Object.entries(table).flatMap(([feature, featureRoutes]) =>
    Object.entries(featureRoutes).map(([name, route]) => {
      const handler = answered[feature]?.[name];
      if (!handler) throw new Error(`${feature}.${name} has no handler`);
      return { name: `${feature}.${name}`, route, handler };
    }),
  );
}

/** Literal segments before parameters, so that "restart" is never taken for an id. */
export function inMountOrder<T extends { readonly route: Pick<AnyRoute, "path"> }>(mounted: readonly T[]): T[] {
  const shape = ({ route }: T): string => String(route.path).replace(/\/[^/]+/g, (segment) => (segment.startsWith("/:") ? "1" : "0"));
  return [...mounted].sort((a, b) => shape(a).localeCompare(shape(b)));
}

function createAnswerer(kernel: Kernel, { name, route, handler }: MountedRoute): (request: Request, response: Response) => Promise<void> {
  if (isForVisitors(route.policy) !== (handler.who === "visitor"))
    throw new Error(
      `${name} has a handler for ${handler.who === "visitor" ? "visitors" : "people with a session"} and the policy "${route.policy}"`,
    );
  const judge = checkOf(route.policy, name);
  const guard = { beforeAll: BEFORE_ALL.has(name), need: apiNeedOf(name, route.method) };
  const check = ({ actor }: Ctx): void => judge(actor, kernel.auth.services.directory.current().settings);
  const readBody = createBodyReader(route, kernel.uploads);
  const readQuery = createQueryReader(route.query);
  const admit = async (request: Request, response: Response): Promise<Ctx | null> => {
    if (route.errors.includes("ERR_ORIGIN") && !isOwnOrigin(request.headers, kernel.publicUrl)) throw new AppError("ERR_ORIGIN");
    if (handler.who === "visitor") return null;
    const facts = {
      ip: request.ip ?? null,
      route: `${request.method} ${request.path}`,
      idempotencyKey: readIdempotencyKey(request),
      signal: signalOf(response),
    };
    const onCaller = (userId: number, sessionId: string): void => void Object.assign(response.locals, { userId, sessionId });
    const ctx = await authenticate(kernel.auth, request.headers.authorization, facts, { ...guard, onCaller });
    onCaller(ctx.actor.id, ctx.sessionId);
    await kernel.limits[route.method === "GET" ? "reads" : "changes"](ctx.byToken ? ctx.sessionId : String(ctx.actor.id));
    check(ctx);
    return ctx;
  };

  /** Judges again what was admitted before a body came in or a file was made, which may take minutes [W-08, W-09]. */
  const admitAgain = async (ctx: Ctx | null): Promise<Ctx | null> => {
    if (ctx === null) return null;
    const again = await authenticateAgain(kernel.auth, ctx, guard);
    check(again);
    return again;
  };

  return async (request, response) => {
    const admitted = await admit(request, response);
    if (route.grows && (await kernel.volume.isLow())) throw new AppError("ERR_STORAGE_LOW");
    // The names are those of the route's own path, which the type `AnyRoute` does not have.
    const params = readParams(request.params) as never;
    const query = readQuery(request);
    const { body, files } = await readBody(request, response);
    try {
      const ctx = request.method === "GET" ? admitted : await admitAgain(admitted);
      const input: unknown = route.toInput({ params, query, body: validate(route.body, body) });
      const call = toCall(request, response, files);
      const view: unknown = await (handler.who === "signedIn" ? handler.run(present(ctx), input, call) : handler.run(call, input));
      if (view instanceof FileAnswer) await admitAgain(ctx);
      await sendView(response, view);
    } catch (error) {
      // Nobody waits for an answer any more.
      if (!(error instanceof SearchAbandoned) && !(admitted?.signal?.aborted === true && error === admitted.signal.reason)) throw error;
    } finally {
      await kernel.uploads.discard(files);
    }
  };
}

async function sendView(response: Response, view: unknown): Promise<void> {
  if (isInParts(response)) return endParts(response, { answer: view });
  response.set("Cache-Control", "no-store");
  if (view instanceof FileAnswer) await sendFile(response, view);
  else sendJson(response, view);
}

function present(ctx: Ctx | null): Ctx {
  if (!ctx) throw new AppError("ERR_SESSION_EXPIRED");
  return ctx;
}

/** A signal that is aborted when the connection ends before the answer was sent. */
function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

function readIdempotencyKey(request: Request): string | null {
  const key = request.get("Idempotency-Key");
  if (key === undefined || key === "") return null;
  if (!IDEMPOTENCY_KEY.test(key)) throw new AppError("ERR_VALIDATION", { details: [{ field: "Idempotency-Key", rule: "text" }] });
  return key;
}

function toCall(request: Request, response: Response, files: readonly UploadedFile[]): HttpCall {
  return {
    ip: request.ip ?? null,
    userAgent: request.get("User-Agent") ?? null,
    cookies: request.cookies as Record<string, string | undefined>,
    files,
    sendText: (text) => sendText(response, text),
    answerCookies: (cookies) => {
      for (const cookie of cookies) writeCookie(response, cookie);
    },
  };
}

function writeCookie(response: Response, { name, value, path, secure, until }: AnswerCookie): void {
  response.cookie(name, value, { path, secure, httpOnly: true, sameSite: "lax", expires: until ?? new Date(0) });
}
