import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, foreignCaller, LOOPBACK } from "../listen.js";
import { adminRoutes } from "./admin.routes.js";
import { chatRoutes } from "./chat.routes.js";
import { configRoutes } from "./config.routes.js";
import { createControl, type WuzapiControl } from "./control.js";
import { connectAtStart } from "./linking.js";
import { json, parseJson, readBody, Refusal, refused, type Answer, type Call } from "./http.js";
import { preventsEffect, writeAnswer } from "./faults.js";
import { groupRoutes } from "./group.routes.js";
import { shorten, type RecordedRequest } from "./recorder.js";
import { matchPath, tokenOf, type Route } from "./router.js";
import { HandlerPanic, sendMediaRoutes } from "./sendMedia.routes.js";
import { sendRoutes } from "./send.routes.js";
import { sessionRoutes } from "./session.routes.js";
import { createWorldStore } from "./store.js";
import type { WuzapiOptions } from "./types.js";
import { userRoutes } from "./user.routes.js";
import { createWorld } from "./world.js";
import type { World } from "./world.types.js";

type Command = (body: never) => unknown;

/**
 * `/__ctl/<name>`: the functions of the control over HTTP. Answers are bare JSON; GET reads `log`
 * and `state`, DELETE clears `log` and `faults`.
 */
async function answerControl(control: WuzapiControl, call: Call): Promise<Answer> {
  const name = call.path.slice("/__ctl/".length);
  if (call.method === "GET" && name === "log") return json(200, control.log());
  if (call.method === "GET" && name === "state") return json(200, control.state());
  if (call.method === "DELETE" && name === "log") return done(control.clearLog());
  if (call.method === "DELETE" && name === "faults") return done(control.clearFaults());
  const commands: Readonly<Record<string, Command>> = {
    scan: control.scan,
    confirmCode: control.confirmCode,
    inbound: control.inbound,
    receipt: control.receipt,
    openChat: control.openChat,
    receipts: control.receipts,
    switches: control.switches,
    presence: control.presence,
    chatPresence: control.chatPresence,
    call: control.call,
    group: control.group,
    history: control.history,
    loggedOut: control.loggedOut,
    streamReplaced: control.streamReplaced,
    connectFailure: control.connectFailure,
    tempBan: control.tempBan,
    demandPasskey: control.demandPasskey,
    refuseLogins: control.refuseLogins,
    streamError: control.streamError,
    raw: control.raw,
    faults: control.fault,
    "webhook-faults": control.webhookFaults,
    customer: control.customer,
    saveContact: control.saveContact,
    phone: control.phone,
    avatar: control.avatar,
    expireMedia: control.expireMedia,
    restart: control.restart,
    reset: control.reset,
  };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || call.method !== "POST") return refused(404, `no control command ${call.method} ${name}`);
  const result: unknown = await command(commandInput(call));
  if (name !== "inbound" || typeof result !== "object" || result === null || !("attempt" in result)) return done(result);
  return done({ ...result, attempt: await result.attempt });
}

/**
 * The body as the command's input; only tests call these routes, and each command names missing
 * fields.
 */
function commandInput(call: Call): never {
  return (call.body.length === 0 ? {} : parseJson(call.body.toString("utf8"))) as never;
}

function done(result: unknown): Answer {
  return json(200, result ?? { done: true });
}

const BODY_LIMIT_BYTES = 200 * 1024 * 1024;
const ROUTES: readonly Route[] = [
  ...adminRoutes,
  ...sessionRoutes,
  ...configRoutes,
  ...sendRoutes,
  ...sendMediaRoutes,
  ...chatRoutes,
  ...userRoutes,
  ...groupRoutes,
];

/** A running stand-in. */
export interface RunningWuzapi {
  readonly url: string;
  readonly port: number;
  readonly control: WuzapiControl;
  /**
   * Ends the server, its timers and its webhook attempts; saves the state when there is a data
   * folder.
   */
  close(): Promise<void>;
}

/**
 * Starts a stand-in for WuzAPI v1.0.5 on 127.0.0.1. Rejects when the port is taken or the saved
 * state cannot be read.
 */
export async function startWuzapi(options: WuzapiOptions): Promise<RunningWuzapi> {
  const world = createWorld(options);
  const store = createWorldStore(world, options.dataDir);
  store.load();
  world.onChange(store.saveSoon);
  const control = createControl(world);
  const server = createServer((request, response) => void respond(world, control, request, response));
  const port = await listen(server, options.port ?? 0);
  world.origin = `http://${LOOPBACK}:${port}`;
  connectAtStart(world);
  return {
    url: world.origin,
    port,
    control,
    async close() {
      if (world.closed) return;
      world.closed = true;
      for (const cancel of world.timers) cancel();
      for (const session of world.sessions.values()) session.cancel();
      store.save();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(world: World, control: WuzapiControl, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const stranger = foreignCaller(request);
    if (stranger !== null) return writeAnswer(response, refused(403, stranger), null, world.later);
    const url = new URL(request.url ?? "/", world.origin);
    const call: Call = {
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await readBody(request, BODY_LIMIT_BYTES),
      params: {},
    };
    if (call.path.startsWith("/__media/")) return sendMedia(world, call, response);
    if (call.path.startsWith("/__ctl/")) return writeAnswer(response, await guarded(() => answerControl(control, call)), null, world.later);
    await respondToConnector(world, call, response);
  } catch (error) {
    if (error instanceof HandlerPanic) response.socket?.destroy();
    else if (!response.headersSent && !response.destroyed)
      writeAnswer(response, refused(500, error instanceof Error ? error.message : "error"), null, world.later);
  }
}

async function respondToConnector(world: World, call: Call, response: ServerResponse): Promise<void> {
  const token = tokenOf(call);
  const entry = world.recorder.add<RecordedRequest>({
    kind: "request",
    at: world.clock.now(),
    method: call.method,
    path: call.path,
    token,
    body: readable(call.body),
    status: 0,
    answer: null,
    fault: "",
  });
  const action = world.faults.take(call, token);
  entry.fault = action?.kind ?? "";
  if (action?.kind === "delay") await new Promise<void>((resolve) => world.later(action.ms, resolve));
  const answer =
    action !== null && preventsEffect(action) ? refused(0, "prevented by a fault") : await guarded(() => dispatch(world, call));
  entry.status = action?.kind === "status" ? action.code : answer.status;
  entry.answer = readable(Buffer.from(answer.body));
  writeAnswer(response, answer, action, world.later);
}

function dispatch(world: World, call: Call): Answer | Promise<Answer> {
  let pathKnown = false;
  for (const route of ROUTES) {
    const params = matchPath(route.path, call.path);
    if (params === null) continue;
    pathKnown = true;
    if (route.method === call.method) return route.answer(world, { ...call, params });
  }
  return { status: pathKnown ? 405 : 404, body: pathKnown ? "" : "404 page not found\n", type: "text/plain; charset=utf-8" };
}

async function guarded(task: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof Refusal) return refused(error.status, error.message);
    throw error;
  }
}

function sendMedia(world: World, call: Call, response: ServerResponse): void {
  const file = world.files.get(call.path.slice("/__media/".length));
  if (file === undefined) return writeAnswer(response, refused(404, "no such file"), null, world.later);
  response.writeHead(200, { "content-type": file.mime, "x-content-type-options": "nosniff" });
  response.end(world.files.read(file));
}

function readable(body: Buffer): unknown {
  const text = body.toString("utf8");
  try {
    return shorten(JSON.parse(text));
  } catch {
    return shorten(text);
  }
}
