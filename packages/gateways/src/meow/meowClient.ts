import { GatewayError } from "../port/index.js";
import type { GatewayErrorKind } from "../port/index.js";
import { jsonBody, readJsonAnswer } from "../transport/jsonAnswer.js";
import type { JsonAnswer } from "../transport/jsonAnswer.js";
import { toTransportError } from "../transport/transport.js";
import type { GatewayRequest, GatewayResponse, GatewayTransport, RequestBody, TransportError } from "../transport/transport.js";
import { objectAt, textAt, toObject } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";

const QUESTION_TIMEOUT_MS = 15_000;

export interface MeowCall {
  readonly method: GatewayRequest["method"];
  readonly path: string;
  /** The user's token, or the admin token for `/admin` routes. */
  readonly key: { readonly token: string } | { readonly admin: string };
  readonly body?: PlainObject | RequestBody;
  readonly timeoutMs?: number;
}

/**
 * An answer of the server. `json` is null when the body is no JSON object: it was cut, or another
 * server answered.
 */
export interface MeowAnswer extends JsonAnswer {
  readonly json: PlainObject | null;
}

/** HTTP client of WuzAPI. Tokens are sent in headers and never appear in error messages. */
export class MeowClient {
  constructor(
    private readonly baseUrl: string,
    private readonly transport: GatewayTransport,
  ) {}

  /** Sends one request and reads its answer, whatever its status. Rejects with TransportError. */
  async exchange(call: MeowCall): Promise<MeowAnswer> {
    const answer = await readJsonAnswer(await this.open(call));
    return { ...answer, json: toObject(answer.json) };
  }

  /** Sends one request; the caller streams the answer's body. Rejects with TransportError. */
  open(call: MeowCall): Promise<GatewayResponse> {
    return this.transport({
      method: call.method,
      url: new URL(call.path.replace(/^\//, ""), this.baseUrl.endsWith("/") ? this.baseUrl : `${this.baseUrl}/`).href,
      headers: {
        ...("admin" in call.key ? { authorization: call.key.admin } : { token: call.key.token }),
        accept: "application/json",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: call.body === undefined ? null : toBody(call.body),
      timeoutMs: call.timeoutMs ?? QUESTION_TIMEOUT_MS,
    });
  }

  /**
   * Sends one request and returns the answer's JSON. Only the HTTP status decides about success;
   * rejects with GatewayError.
   */
  async ask(call: MeowCall): Promise<PlainObject> {
    const answer = await this.exchange(call).catch((error: unknown) => {
      throw toGatewayError(call, toTransportError(error));
    });
    if (answer.status < 200 || answer.status > 299) throw refusalOf(call, answer);
    if (answer.json === null)
      throw new GatewayError("transient", `${label(call)}: an answer that is not JSON`, { providerCode: answer.status });
    return answer.json;
  }

  /**
   * Sends one request and returns the answer's `data`, or null when it is no object. Rejects with
   * GatewayError.
   */
  async askData(call: MeowCall): Promise<PlainObject | null> {
    return objectAt(await this.ask(call), "data");
  }
}

/** A refused request as an error of the port. */
export function refusalOf(call: MeowCall, answer: MeowAnswer): GatewayError {
  const text = errorText(answer.json);
  return new GatewayError(kindOf(answer.status, text), `${label(call)}: ${answer.status} ${text}`.trim(), {
    providerCode: answer.status,
    retryAfterMs: answer.retryAfterMs,
  });
}

/** WuzAPI's error text, cut because it may repeat what was sent. */
export function errorText(json: PlainObject | null): string {
  return (textAt(json, "error") || textAt(json, "message") || textAt(json, "details")).slice(0, 200);
}

/** Whether the answer means that no client is running for this user. */
export function saysNoSession(json: PlainObject | null): boolean {
  return /\bno session\b|not connected|not logged in/i.test(errorText(json));
}

export function toGatewayError(call: MeowCall, error: TransportError): GatewayError {
  return new GatewayError(error.reached ? "transient" : "unreachable", `${label(call)}: ${error.message}`);
}

function label(call: MeowCall): string {
  return `WuzAPI ${call.method} ${call.path.split("?", 1)[0] ?? ""}`;
}

function kindOf(status: number, text: string): GatewayErrorKind {
  if (status === 401 || status === 403) return "auth";
  if (status === 429) return "rateLimited";
  if (/\bno session\b|not connected|not logged in/i.test(text)) return "notConnected";
  return status >= 400 && status < 500 ? "invalid" : "transient";
}

function toBody(body: PlainObject | RequestBody): RequestBody {
  return isRequestBody(body) ? body : jsonBody(body);
}

function isRequestBody(body: PlainObject | RequestBody): body is RequestBody {
  return typeof body["chunks"] === "function";
}
