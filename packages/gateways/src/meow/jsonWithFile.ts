import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { RequestBody } from "../transport/transport.js";
import type { PlainObject } from "../protocol/plainJson.js";

/**
 * A JSON body with a file as one more field: base64 after a prefix, encoded while it is sent.
 * Rejects when the file is missing or empty.
 */
export async function jsonWithFile(fields: PlainObject, file: { field: string; prefix: string; path: string }): Promise<RequestBody> {
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
