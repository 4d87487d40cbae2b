import type { Readable } from "node:stream";

/** A body whose length is known before its bytes are. */
export interface RequestBody {
  readonly length: number;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

export interface GatewayRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | null;
  /** For all of it, the answer's body included. */
  readonly timeoutMs: number;
}

export interface GatewayResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** Sends one request on a connection of its own. Rejects with TransportError. */
export type GatewayTransport = (request: GatewayRequest) => Promise<GatewayResponse>;

/** No whole answer came. `reached` says whether the other side may have got something: false only when no connection was made. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  constructor(
    readonly reached: boolean,
    message: string,
  ) {
    super(message);
  }
}

/** Any failure while talking, as a TransportError; what is not known to have stayed here may have reached the other side. */
export function toTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  return new TransportError(true, error instanceof Error ? error.message : "the connection broke");
}

/** The chunks of a body that was not given an encoding. */
export async function* bytesOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body) if (Buffer.isBuffer(chunk)) yield chunk;
}
