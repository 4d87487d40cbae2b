import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { MediaKind, OutboundFile } from "@balcao/domain/messages";
import { bareType, carriageOf } from "@balcao/domain/plan";
import type { RequestBody } from "../transport/transport.js";

/**
 * The streamed form of `POST /{phone_number_id}/media`; rejects when the file is missing or empty.
 */
export async function uploadForm(
  content: Omit<OutboundFile, "id"> & { readonly media?: MediaKind; readonly voice?: boolean },
): Promise<{ readonly type: string; readonly body: RequestBody }> {
  const { path, mime, fileName } = content;
  const { size } = await stat(path);
  if (size === 0) throw new Error("the file is empty");
  const boundary = `balcao-${randomBytes(12).toString("hex")}`;
  // Meta refuses what it does not carry, with its own words.
  const type = carriageOf("cloud_api", content)?.mime ?? bareType(mime);
  const field = (name: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = Buffer.from(
    `${field("messaging_product", "whatsapp")}${field("type", type)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quotable(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: {
      length: head.length + size + tail.length,
      chunks: async function* () {
        yield head;
        for await (const chunk of createReadStream(path)) if (Buffer.isBuffer(chunk)) yield chunk;
        yield tail;
      },
    },
  };
}

/** A file name without characters that end a quoted string. */
function quotable(fileName: string): string {
  return fileName.replace(/[^ -~]|["\\]/g, "_") || "arquivo";
}
