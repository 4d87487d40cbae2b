import type { Readable } from "node:stream";

/** A body whose length is known before its bytes are read. */
export interface RequestBody {
  readonly length: number;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

export interface GatewayRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | null;
  /** For the whole exchange, including the answer's body. */
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

/**
 * No complete answer arrived. `reached` is false only when no connection was made, so that the
 * other side cannot have received anything.
 */
export class TransportError extends Error {
  override readonly name = "TransportError";
  constructor(
    readonly reached: boolean,
    message: string,
  ) {
    super(message);
  }
}

/** The error as a TransportError. Any other error counts as `reached`. */
export function toTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  return new TransportError(true, error instanceof Error ? error.message : "the connection broke");
}

/** The chunks of a body that was not given an encoding. */
export async function* bytesOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body) if (Buffer.isBuffer(chunk)) yield chunk;
}
