import http from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { NotSentError, UnknownOutcomeError } from "./peerError.js";

export type HttpBody = string | Uint8Array | Readable;

/** A complete answer, whatever its status. */
export type HttpAnswer = Readonly<{
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: () => string;
  /**
   * The body as JSON; throws UnknownOutcomeError for any other body, for instance the HTML page of
   * a proxy.
   */
  json: () => unknown;
}>;

export type Exchange = Readonly<{
  method: string;
  headers: Readonly<Record<string, string>>;
  body: HttpBody | undefined;
  /** Milliseconds for the whole exchange, from the name lookup to the last byte of the answer. */
  timeoutMs: number;
  /** Largest answer in bytes. */
  maxBytes: number;
  /** Called with each part of the answer as it arrives; the answer has all of them again. */
  onBytes?: ((bytes: Buffer, answer: IncomingMessage) => void) | undefined;
  agent: NonNullable<RequestOptions["agent"]>;
  signal?: AbortSignal | undefined;
  lookup?: RequestOptions["lookup"];
}>;

/**
 * One request and its whole answer, without redirects or repeats. Throws NotSentError when no
 * connection was made, and UnknownOutcomeError for other failures; both only after the socket is
 * destroyed.
 */
export async function exchange(
  url: URL,
  { method, headers, body, timeoutMs, maxBytes, onBytes, agent, signal, lookup }: Exchange,
): Promise<HttpAnswer> {
  const what = `${method} ${url.host}${url.pathname}`;
  const { request: open } = url.protocol === "https:" ? https : http;
  const request = open(url, {
    method,
    headers,
    agent,
    ...(lookup === undefined ? {} : { lookup }),
    ...(signal === undefined ? {} : { signal }),
  });
  // A reused socket may break after our bytes were sent, so only a new socket can prove that
  // nothing was sent.
  let mayBeSent = false;
  request.once("socket", (socket) => {
    if (!socket.connecting) mayBeSent = true;
    else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => (mayBeSent = true));
  });
  let isTimeOver = false;
  const timer = setTimeout(() => {
    isTimeOver = true;
    request.destroy(new Error("time is over"));
  }, timeoutMs);

  let status: number | undefined;
  try {
    const answered = toResponse(request);
    sendBody(request, body);
    const response = await answered;
    status = response.statusCode ?? 0;
    const bytes = await readBody(response, maxBytes, onBytes);
    return toAnswer(what, status, response.headers, bytes);
  } catch (cause) {
    request.destroy();
    const reason = isTimeOver
      ? `no complete answer within ${timeoutMs} ms`
      : cause instanceof AnswerTooLarge
        ? `the answer is larger than ${maxBytes} bytes`
        : "the connection failed";
    throw mayBeSent ? new UnknownOutcomeError(`${what}: ${reason}`, { status, cause }) : new NotSentError(`${what}: ${reason}`, cause);
  } finally {
    clearTimeout(timer);
  }
}

class AnswerTooLarge extends Error {}

function toResponse(request: http.ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once("response", resolve);
    // Stays registered: a request may fail again after its answer began, and an unhandled error
    // would end the process.
    request.on("error", reject);
  });
}

function sendBody(request: http.ClientRequest, body: HttpBody | undefined): void {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) request.end(body);
  else pipeline(body, request).catch((error: unknown) => request.destroy(error instanceof Error ? error : new Error("the body failed")));
}

async function readBody(response: IncomingMessage, maxBytes: number, onBytes: Exchange["onBytes"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLarge();
    onBytes?.(chunk, response);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toAnswer(what: string, status: number, headers: IncomingHttpHeaders, body: Buffer): HttpAnswer {
  return Object.freeze({
    status,
    headers,
    body,
    text: () => body.toString("utf8"),
    json: (): unknown => {
      try {
        return JSON.parse(body.toString("utf8"));
      } catch (cause) {
        throw new UnknownOutcomeError(`${what}: the answer is not JSON`, { status, body, cause });
      }
    },
  });
}
