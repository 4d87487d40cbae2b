import { GatewayError } from "../port/index.js";
import { jsonBody, readJsonAnswer, type JsonAnswer } from "../transport/jsonAnswer.js";
import { toTransportError, type GatewayRequest, type GatewayTransport, type RequestBody } from "../transport/transport.js";
import { refusalIn, toGatewayError } from "./graphError.js";
import { toObject, type PlainObject } from "../protocol/plainJson.js";

const QUESTION_TIMEOUT_MS = 15_000;

export interface GraphCall {
  readonly method: GatewayRequest["method"];
  /** The path below the version, with encoded parts. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly token: string;
  readonly json?: PlainObject;
  readonly form?: { readonly type: string; readonly body: RequestBody };
  /** Replace those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/**
 * An answer of the server. `json` is null when the body is no JSON object: it was cut, or another
 * server answered.
 */
export interface GraphAnswer extends JsonAnswer {
  readonly json: PlainObject | null;
}

/** Client of the Graph API. Tokens are sent in headers and never appear in error messages. */
export class GraphClient {
  constructor(
    private readonly baseUrl: string,
    private readonly version: string,
    private readonly transport: GatewayTransport,
  ) {}

  /**
   * Sends one request on its own connection and returns the answer, whatever its status. Rejects
   * with TransportError.
   */
  async exchange(call: GraphCall): Promise<GraphAnswer> {
    const body = call.form?.body ?? (call.json === undefined ? null : jsonBody(call.json));
    const response = await this.transport({
      method: call.method,
      url: this.#address(call),
      headers: {
        authorization: `Bearer ${call.token}`,
        accept: "application/json",
        ...(body === null ? {} : { "content-type": call.form?.type ?? "application/json" }),
        ...call.headers,
      },
      body,
      timeoutMs: call.timeoutMs ?? QUESTION_TIMEOUT_MS,
    });
    const answer = await readJsonAnswer(response);
    return { ...answer, json: toObject(answer.json) };
  }

  /** Sends one request and returns the answer's JSON. Rejects with GatewayError. */
  async ask(call: GraphCall): Promise<PlainObject> {
    const what = `Graph ${call.method} ${call.path.replace(/\d{6,}/g, "…")}`;
    const { status, json, retryAfterMs } = await this.exchange(call).catch((error: unknown) => {
      const { reached, message } = toTransportError(error);
      throw new GatewayError(reached ? "transient" : "unreachable", `${what}: ${message}`);
    });
    const refusal = refusalIn(json, call.token);
    if (refusal !== null) throw toGatewayError(what, refusal, retryAfterMs);
    if (json === null || status < 200 || status > 299)
      throw new GatewayError(status === 429 ? "rateLimited" : "transient", `${what}: an answer that is not Graph's`, {
        providerCode: status,
        retryAfterMs,
      });
    return json;
  }

  #address({ path, query = {} }: GraphCall): string {
    const url = new URL(`${this.baseUrl.replace(/(?<!\/)\/+$/, "")}/${this.version}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }
}
