import { bytesOf, toTransportError, type GatewayResponse, type RequestBody } from "./transport.js";

const ANSWER_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * An answer of a server. `json` is undefined when the body is no JSON: it was cut, or another
 * server answered.
 */
export interface JsonAnswer {
  readonly status: number;
  readonly json: unknown;
  readonly retryAfterMs: number | null;
}

/** Reads a whole answer. Rejects with TransportError when it is cut or longer than 8 MB. */
export async function readJsonAnswer(response: GatewayResponse): Promise<JsonAnswer> {
  try {
    return { status: response.status, json: parse(await readText(response)), retryAfterMs: retryAfter(response) };
  } catch (error) {
    throw toTransportError(error);
  }
}

/** A value as a JSON request body. */
export function jsonBody(value: object): RequestBody {
  const bytes = Buffer.from(JSON.stringify(value));
  return {
    length: bytes.length,
    chunks: async function* () {
      yield bytes;
    },
  };
}

async function readText(response: GatewayResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytesOf(response.body)) {
    length += chunk.length;
    if (length > ANSWER_LIMIT_BYTES) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfter(response: GatewayResponse): number | null {
  const seconds = Number(response.headers["retry-after"] ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
}
