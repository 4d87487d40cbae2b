import type { IncomingMessage } from "node:http";

/** An error answer of the imitated API: HTTP status and the text in `error`. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A complete answer, before faults are applied. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type: string;
}

/** A request whose body has been read. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly params: Readonly<Record<string, string>>;
}

/** The JSON body of a call; 400 "could not decode Payload" for other bodies. */
export function fieldsOf(call: Call): Fields {
  return new Fields(parseJson(call.body.toString("utf8")));
}

/** Parses JSON as an unknown value; 400 "could not decode Payload" when it is invalid. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new Refusal(400, "could not decode Payload");
  }
}

/** JSON with WuzAPI's envelope and the given HTTP status. */
export function ok(data: unknown, status = 200): Answer {
  return json(status, { code: status, data, success: true });
}

/** The error envelope. */
export function refused(status: number, error: string): Answer {
  return json(status, { code: status, error, success: false });
}

/** Any JSON, without the envelope. */
export function json(status: number, body: unknown): Answer {
  return { status, body: JSON.stringify(body), type: "application/json" };
}

/**
 * The answer of a handler that passes a string where an error is expected: HTTP error status with
 * `success: true`.
 */
export function stringError(status: number): Answer {
  return json(status, { code: status, data: null, success: true });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads an object like Go's decoder: names in any case, null as absent, wrong types refused. */
export class Fields {
  readonly #values = new Map<string, unknown>();

  constructor(value: unknown) {
    if (!isRecord(value)) throw new Refusal(400, "could not decode Payload");
    for (const [name, inner] of Object.entries(value)) if (inner !== null) this.#values.set(name.toLowerCase(), inner);
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  raw(name: string): unknown {
    return this.#values.get(name.toLowerCase());
  }

  text(name: string, fallback = ""): string {
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (typeof value !== "string") throw new Refusal(400, "could not decode Payload");
    return value;
  }

  number(name: string, fallback = 0): number {
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (typeof value !== "number") throw new Refusal(400, "could not decode Payload");
    return value;
  }

  flag(name: string, fallback = false): boolean {
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (typeof value !== "boolean") throw new Refusal(400, "could not decode Payload");
    return value;
  }

  texts(name: string): string[] {
    return this.#list(name).map((item) => {
      if (typeof item !== "string") throw new Refusal(400, "could not decode Payload");
      return item;
    });
  }

  object(name: string): Fields | null {
    const value = this.raw(name);
    return value === undefined ? null : new Fields(value);
  }

  objects(name: string): Fields[] {
    return this.#list(name).map((item) => new Fields(item));
  }

  /** The text of a required field; 400 "missing X in Payload" when absent or empty. */
  required(name: string): string {
    const value = this.text(name);
    if (value === "") throw new Refusal(400, `missing ${name} in Payload`);
    return value;
  }

  #list(name: string): unknown[] {
    const value = this.raw(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw new Refusal(400, "could not decode Payload");
    return value;
  }
}

/**
 * Reads a whole request body; rejects when it is longer than `limit` bytes or the client
 * disconnects.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        reject(new Refusal(413, "request body too large"));
        request.destroy();
        return;
      }
      chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
    request.on("close", () => reject(new Error("client closed the connection")));
  });
}
