import { json, type Answer, type Call } from "../wuzapi/http.js";
import { sendHandover } from "./agent.js";
import { failure, GraphFailure, titleOf } from "./failure.js";
import { needed, objectOf, textOf, toJson } from "./fields.js";
import { checkContent } from "./messageRules.js";
import { sendStatus } from "./statuses.js";
import type { Json, PhoneNumber, SentMessage } from "./types.js";
import type { GraphWebhooks } from "./webhooks.js";
import { takeDrop, windowKey, type GraphWorld } from "./world.js";

const WINDOW_MS = 24 * 60 * 60 * 1000;
const PAIR_BURST = 45;
const THROUGHPUT = 80;
/** The form of a business-scoped user id. */
const BSUID = /^[A-Z]{2}\.[\w.]{1,125}$/;

/**
 * `POST /{phone_number_id}/messages`: messages, read marks and typing. Accepted messages may fail
 * later with a status.
 */
export function sendMessage(world: GraphWorld, webhooks: GraphWebhooks, number: PhoneNumber, call: Call): Answer {
  const body = parse(call.body);
  if (textOf(body, "messaging_product") !== "whatsapp") throw failure(100, 'messaging_product must be "whatsapp"');
  if (textOf(body, "status") !== "") return markRead(world, body);
  if (world.switches.accountLocked) throw failure(131031, "Business Account has been locked", 403);
  if (!number.registered) throw failure(133010, "Account does not exist in Cloud API");
  const to = recipientOf(body);
  if (to === number.display.replace(/\D/g, "")) throw failure(131021, "Recipient phone number cannot be sender phone number");
  throttle(world, number, to);
  special(world, to);
  checkContent(world, number.wabaId, body);
  const isOpen = isWindowOpen(world, number.id, to);
  const isFree = textOf(body, "type") !== "template";
  if (isFree && !isOpen && world.switches.windowAtOnce === true) throw failure(131047, "More than 24 hours have passed");
  const message: SentMessage = {
    wamid: world.nextWamid(),
    numberId: number.id,
    to,
    type: textOf(body, "type"),
    body: objectOrList(body),
    callbackData: textOf(body, "biz_opaque_callback_data"),
    quotedId: textOf(objectOf(body, "context"), "message_id"),
    statuses: [],
  };
  world.sent.set(message.wamid, message);
  // A message of ours takes the conversation from Meta's agent.
  if (world.agentOf.delete(to)) void sendHandover(world, webhooks, to, "escalation");
  followUp(world, webhooks, message, isFree && !isOpen);
  const contact = BSUID.test(to) ? { input: to, user_id: to } : { input: to, wa_id: to };
  return json(200, { messaging_product: "whatsapp", contacts: [contact], messages: [{ id: message.wamid }] });
}

function objectOrList(body: Json): Json {
  const content = body[textOf(body, "type")];
  return Array.isArray(content) ? { contacts: content } : toJson(content);
}

function markRead(world: GraphWorld, body: Json): Answer {
  const known = world.received.get(needed(body, "message_id"));
  if (textOf(body, "status") !== "read") throw failure(100, 'status must be "read"');
  if (known === undefined) throw failure(131009, "message_id is not a received message");
  known.read = true;
  if (textOf(objectOf(body, "typing_indicator"), "type") === "text") known.typing += 1;
  return json(200, { success: true });
}

function recipientOf(body: Json): string {
  const to = textOf(body, "to").replace(/^\+/, "");
  if (to !== "") {
    if (!/^\d{7,15}$/.test(to)) throw failure(131009, "to is not a phone number");
    return to;
  }
  const recipient = needed(body, "recipient");
  if (!BSUID.test(recipient)) throw failure(131009, "recipient is not a user id");
  return recipient;
}

function throttle(world: GraphWorld, number: PhoneNumber, to: string): void {
  const status = world.switches.throttleStatus ?? 429;
  if (!takeDrop(world, `throughput ${number.id}`, THROUGHPUT, THROUGHPUT))
    throw failure(130429, "Message failed: too many messages", status);
  if (to.endsWith("0056") || !takeDrop(world, `pair ${number.id} ${to}`, 1 / 6, PAIR_BURST))
    throw failure(131056, "Too many messages from this number to the same recipient", status);
}

/** Throws for recipients that Meta refuses at once, by their last digits. */
function special(world: GraphWorld, to: string): void {
  if (to.endsWith("0190")) throw expired();
  if (to.endsWith("0500") && takeDrop(world, `trouble ${to}`, 0, 2)) throw failure(131000, "Something went wrong", 500);
}

/** Graph's failure for an expired token. */
export function expired(): GraphFailure {
  return new GraphFailure(
    401,
    190,
    "Error validating access token: Session has expired on Friday, 20-Nov-26 12:00:00 PST. The current time is Saturday, 21-Nov-26 12:00:00 PST.",
    "",
    463,
  );
}

function isWindowOpen(world: GraphWorld, numberId: string, customer: string): boolean {
  if (customer.endsWith("0047")) return false;
  const last = world.windows.get(windowKey(numberId, customer));
  return last !== undefined && world.clock.now() - last < WINDOW_MS;
}

/**
 * Schedules the statuses of a message by the current policy; for some last digits of the recipient
 * none are sent.
 */
function followUp(world: GraphWorld, webhooks: GraphWebhooks, message: SentMessage, isTooLate: boolean): void {
  const failWith = (code: number): void => {
    const report = (): void => void sendStatus(world, webhooks, message, "failed", { code, title: titleOf(code), message: titleOf(code) });
    if (world.switches.statusFirst) report();
    else world.later(world.policy.sentAfterMs ?? 0, report);
  };
  if (isTooLate) return failWith(131047);
  for (const [digits, code] of [
    ["0026", 131026],
    ["0049", 131049],
  ] as const)
    if (message.to.endsWith(digits)) return failWith(code);
  const { sentAfterMs, deliveredAfterMs, readAfterMs } = world.policy;
  const steps = [
    ["sent", sentAfterMs],
    ["delivered", message.to.endsWith("0001") ? null : deliveredAfterMs],
    ["read", message.to.endsWith("0099") ? null : readAfterMs],
  ] as const;
  for (const [status, after] of steps) {
    if (after === null) continue;
    const report = (): void => void sendStatus(world, webhooks, message, status);
    if (world.switches.statusFirst && status === "sent") report();
    else world.later(after, report);
  }
}

function parse(bytes: Buffer): Json {
  try {
    return toJson(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw failure(100, "The body is not JSON");
  }
}
