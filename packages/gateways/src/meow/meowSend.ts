import { randomBytes } from "node:crypto";
import type { OutboundMessage, ProviderError, SendOutcome } from "@balcao/domain/messages";
import { toTransportError, type RequestBody } from "../transport/transport.js";
import { numberAt, objectAt, textAt, type PlainObject } from "../protocol/plainJson.js";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { MeowAccount } from "./meowAccount.js";
import { errorText, saysNoSession, type MeowAnswer, type MeowClient } from "./meowClient.js";
import { toSendCall, type MeowSendCall } from "./meowSendCall.js";

/**
 * A JSON body with a file as one more field: base64 after a prefix, encoded while it is sent.
 * Rejects when the file is missing or empty.
 */
async function jsonWithFile(fields: PlainObject, file: { field: string; prefix: string; path: string }): Promise<RequestBody> {
  const { size } = await stat(file.path);
  if (size === 0) throw new Error("the file is empty");
  const rest = JSON.stringify(fields).slice(0, -1);
  const head = Buffer.from(`${rest}${rest === "{" ? "" : ","}${JSON.stringify(file.field)}:${JSON.stringify(file.prefix).slice(0, -1)}`);
  const tail = Buffer.from('"}');
  return {
    length: head.length + 4 * Math.ceil(size / 3) + tail.length,
    chunks: async function* () {
      yield head;
      yield* base64Of(file.path);
      yield tail;
    },
  };
}

async function* base64Of(path: string): AsyncGenerator<Buffer> {
  let carry: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 192 * 1024 })) {
    const bytes = Buffer.concat([carry, Buffer.from(piece)]);
    const whole = bytes.length - (bytes.length % 3);
    carry = bytes.subarray(whole);
    yield Buffer.from(bytes.toString("base64", 0, whole), "latin1");
  }
  yield Buffer.from(carry.toString("base64"), "latin1");
}

/** Longer than WuzAPI's own timeout of 120 s. */
const SEND_TIMEOUT_MS = 130_000;
/** WhatsApp's answer to a number that sends too fast, and the pause before the same message is tried again. */
const TOO_MANY = 429;
const TOO_MANY_PAUSE_MS = 60_000;

/** A WhatsApp message id that we choose: `3EB0` and 18 upper-case hexadecimal digits. */
function newMeowId(): string {
  return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
}

/**
 * Sends one message. Never throws; the caller chooses the id, so a repeat after `unknown` reaches
 * the customer only once.
 */
export async function sendMeow(client: MeowClient, account: MeowAccount, message: OutboundMessage): Promise<SendOutcome> {
  const id = (message.externalId ?? newMeowId()).toUpperCase();
  const call = toSendCall(message, id, account.memory.jid);
  if (call === null) return refused(false, "unsupported", "This network cannot bring this message to this contact");
  if (account.memory.token === "") return refused(true, "notConnected", "The connection has no account at the gateway yet");
  const body = await bodyOf(call).catch(() => null);
  if (body === null) return refused(false, "media", "The file to send is missing or empty");
  try {
    return toOutcome(await client.exchange(account.call("POST", call.path, body, SEND_TIMEOUT_MS)), id);
  } catch (error) {
    const { reached, message: text } = toTransportError(error);
    return reached ? unknown("unknownOutcome", text) : refused(true, "unreachable", text);
  }
}

async function bodyOf(call: MeowSendCall): Promise<PlainObject | RequestBody> {
  return call.media === null ? call.fields : jsonWithFile(call.fields, call.media);
}

/**
 * The outcome of an answer: only coded refusals, WuzAPI's own or WhatsApp's, and "no session" prove that nothing was sent. A
 * refusal because of the rate is tried again.
 */
function toOutcome(answer: MeowAnswer, id: string): SendOutcome {
  const { status, json } = answer;
  // A proxy before the gateway limits the rate, too, and its page is no JSON.
  if (status === TOO_MANY) return refused(true, TOO_MANY, errorText(json), answer.retryAfterMs);
  if (json === null) return unknown("unknownOutcome", "The gateway's answer cannot be read");
  if (status >= 200 && status <= 299) return toSent(json, id);
  return status >= 400 && status <= 499 ? toRefusal(status, errorText(json)) : toServerFault(status, json);
}

function toRefusal(status: number, text: string): SendOutcome {
  if (status === 401) return refused(false, "auth", "The gateway does not know this connection's account");
  return refused(false, status, text);
}

function toServerFault(status: number, json: PlainObject): SendOutcome {
  const text = errorText(json);
  const serverCode = Number(/server returned error (\d{3})\b/.exec(text)?.[1] ?? 0);
  if (serverCode === TOO_MANY) return refused(true, TOO_MANY, text, TOO_MANY_PAUSE_MS);
  // WhatsApp itself refused the message. 463 is for new contacts, and trying again makes it worse.
  if (serverCode >= 400 && serverCode <= 499) return refused(false, serverCode, text);
  if (status === 500 && saysNoSession(json)) return refused(true, "notConnected", text);
  return unknown(status, text);
}

function toSent(json: PlainObject, id: string): SendOutcome {
  const data = objectAt(json, "data");
  const given = textAt(data, "Id");
  if (given === "") return unknown("unknownOutcome", "The gateway's answer names no message");
  const seconds = numberAt(data, "Timestamp");
  return { state: "sent", externalId: given.toUpperCase() === id ? id : given, sentAt: seconds === null ? null : new Date(seconds * 1000) };
}

function refused(retry: boolean, code: string | number, message: string, retryAfterMs: number | null = null): SendOutcome {
  return { state: "refused", retry, retryAfterMs, error: toError(code, "Not sent", message) };
}

function unknown(code: string | number, message: string): SendOutcome {
  return { state: "unknown", error: toError(code, "Not confirmed", message) };
}

function toError(code: string | number | null, title: string, message: string): ProviderError {
  return { code, title, message, details: "" };
}
