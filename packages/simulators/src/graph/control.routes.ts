import { json } from "../wuzapi/http.js";
import type { Answer, Call } from "../wuzapi/http.js";
import type { GraphControl } from "./control.js";

type Command = (body: never) => unknown;

/**
 * `/__ctl/<name>`: the functions of the control over HTTP. GET reads `log` and `state`; DELETE
 * clears `log` and `faults`.
 */
export async function answerGraphControl(control: GraphControl, call: Call): Promise<Answer> {
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
