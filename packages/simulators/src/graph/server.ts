import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, foreignCaller, LOOPBACK } from "../listen.js";
import { preventsEffect, writeAnswer } from "../wuzapi/faults.js";
import { json, readBody, Refusal, type Answer, type Call } from "../wuzapi/http.js";
import { createGraphControl, type GraphControl } from "./control.js";
import { failure, GraphFailure, toAnswer } from "./failure.js";
import { MEDIA_PATH, mediaBehind } from "./media.routes.js";
import { expired } from "./messages.routes.js";
import { readable, type GraphRequest } from "./recorder.js";
import { answerGraph, isSubscriptionCall, listSubscriptions } from "./routes.js";
import type { GraphOptions } from "./types.js";
import { createGraphWebhooks, type GraphWebhooks } from "./webhooks.js";
import { createGraphWorld, type GraphWorld } from "./world.js";

type Command = (body: never) => unknown;

/**
 * `/__ctl/<name>`: the functions of the control over HTTP. GET reads `log` and `state`; DELETE
 * clears `log` and `faults`.
 */
async function answerGraphControl(control: GraphControl, call: Call): Promise<Answer> {
  const name = call.path.slice("/__ctl/".length);
  if (call.method === "GET" && name === "log") return json(200, control.log());
  if (call.method === "GET" && name === "state") return json(200, control.state());
  if (call.method === "DELETE" && name === "log") return done(control.clearLog());
  if (call.method === "DELETE" && name === "faults") return done(control.clearFaults());
  const { fault, webhookFaults, log: _log, state: _state, bytesOf: _bytes, fileNameOf: _name, ...others } = control;
  const commands: Readonly<Record<string, Command>> = { ...others, faults: fault, "webhook-faults": webhookFaults };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || call.method !== "POST") return json(404, { error: `no control command ${call.method} ${name}` });
  const result: unknown = await command(commandInput(call));
  if (typeof result === "object" && result !== null && "attempt" in result) return done({ ...result, attempt: await result.attempt });
  return done(result);
}

/** The body as the command's input; only tests call these routes, so it is not checked. */
function commandInput(call: Call): never {
  return (call.body.length === 0 ? {} : JSON.parse(call.body.toString("utf8"))) as never;
}

function done(result: unknown): Answer {
  return json(200, result ?? { done: true });
}

const BODY_LIMIT_BYTES = 110 * 1024 * 1024;
/** Meta no longer supports older versions. */
const OLDEST_VERSION = 21;

/** A running stand-in. */
export interface RunningGraph {
  readonly url: string;
  readonly port: number;
  readonly control: GraphControl;
  /** Ends the server and drops pending webhooks. */
  close(): Promise<void>;
}

/** Starts a stand-in for the Graph API on 127.0.0.1. Rejects when the port is taken. */
export async function startGraph(options: GraphOptions): Promise<RunningGraph> {
  const world = createGraphWorld(options);
  const webhooks = createGraphWebhooks(world);
  const control = createGraphControl(world, webhooks);
  const server = createServer((request, response) => void respond(world, webhooks, control, request, response));
  const port = await listen(server, options.port ?? 0);
  world.origin = `http://${LOOPBACK}:${port}`;
  return {
    url: world.origin,
    port,
    control,
    async close() {
      world.closed = true;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(
  world: GraphWorld,
  webhooks: GraphWebhooks,
  control: GraphControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const stranger = foreignCaller(request);
    if (stranger !== null) return writeAnswer(response, json(403, { error: stranger }), null, world.later);
    const url = new URL(request.url ?? "/", world.origin);
    const call: Call = {
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await readBody(request, BODY_LIMIT_BYTES),
      params: {},
    };
    if (call.path.startsWith("/__ctl/")) return writeAnswer(response, await answerGraphControl(control, call), null, world.later);
    if (call.path.startsWith(MEDIA_PATH)) return sendMedia(world, call, response);
    respondToConnector(world, webhooks, call, response);
  } catch (error) {
    if (!response.headersSent && !response.destroyed)
      writeAnswer(response, json(error instanceof Refusal ? error.status : 500, { error: "unreadable" }), null, world.later);
  }
}

function respondToConnector(world: GraphWorld, webhooks: GraphWebhooks, call: Call, response: ServerResponse): void {
  const token = tokenOf(call);
  const action = world.faults.take(call, token);
  const entry = world.recorder.add<GraphRequest>({
    kind: "request",
    at: world.clock.now(),
    method: call.method,
    path: call.path,
    token,
    body: readable(call.body),
    status: 0,
    answer: null,
    fault: action?.kind ?? "",
  });
  const carryOn = (): void => {
    const answer: Answer =
      action !== null && preventsEffect(action) ? json(0, null) : guarded(() => dispatch(world, webhooks, call, token));
    entry.status = action?.kind === "status" ? action.code : answer.status;
    entry.answer = readable(Buffer.from(answer.body));
    const hangs = /"to":"\d*0000"/.test(call.body.toString("utf8"));
    writeAnswer(response, answer, hangs ? { kind: "hang" } : action, world.later);
  };
  if (action?.kind === "delay") world.later(action.ms, carryOn);
  else carryOn();
}

function tokenOf(call: Call): string {
  return /^(?:Bearer|OAuth) (\S+)$/.exec(call.headers.authorization ?? "")?.[1] ?? "";
}

function dispatch(world: GraphWorld, webhooks: GraphWebhooks, call: Call, token: string): Answer {
  const [, version = "", ...parts] = call.path.split("/");
  const major = Number(/^v(\d+)\.\d+$/.exec(version)?.[1] ?? "0");
  if (major < OLDEST_VERSION) throw failure(100, `Unknown or retired version ${version}`);
  const path = parts.map(decodeURIComponent).join("/");
  if (isSubscriptionCall(path)) return listSubscriptions(world, token);
  checkToken(world, token);
  return answerGraph(world, webhooks, { ...call, path });
}

function checkToken(world: GraphWorld, token: string): void {
  switch (world.tokens.get(token)) {
    case "good":
      return;
    case "expired":
      throw expired();
    case "revoked":
      throw new GraphFailure(401, 190, "Error validating access token: The session has been invalidated", "", 467);
    case "restricted":
      throw new GraphFailure(403, 10, "(#10) Application does not have permission for this action");
    default:
      throw new GraphFailure(401, 190, `Malformed access token ${token}`);
  }
}

function guarded(task: () => Answer): Answer {
  try {
    return task();
  } catch (error) {
    if (error instanceof GraphFailure) return toAnswer(error);
    throw error;
  }
}

function sendMedia(world: GraphWorld, call: Call, response: ServerResponse): void {
  if (world.tokens.get(tokenOf(call)) !== "good") return writeAnswer(response, json(401, {}), null, world.later);
  const found = mediaBehind(world, call.query.get("mid") ?? "");
  if (found === null) return writeAnswer(response, json(404, {}), null, world.later);
  response.writeHead(200, { "content-type": found.mime, "content-length": found.bytes.length });
  response.end(found.bytes);
}
