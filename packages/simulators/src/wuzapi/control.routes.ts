import { json, parseJson, refused, type Answer, type Call } from "./http.js";
import type { WuzapiControl } from "./control.js";

type Command = (body: never) => unknown;

/**
 * `/__ctl/<name>`: the functions of the control over HTTP. Answers are bare JSON; GET reads `log`
 * and `state`, DELETE clears `log` and `faults`.
 */
export async function answerControl(control: WuzapiControl, call: Call): Promise<Answer> {
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
