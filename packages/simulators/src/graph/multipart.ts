import { failure } from "./failure.js";

export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly bytes: Buffer; readonly fileName: string; readonly mime: string } | null;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Reads a multipart form with one file; throws 100 for any other body. */
export function readMultipart(contentType: string, body: Buffer): Upload {
  const boundary = /^multipart\/form-data;\s*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw failure(100, "The request must be multipart/form-data");
  const fields: Record<string, string> = {};
  let file: Upload["file"] = null;
  for (const part of partsOf(body, Buffer.from(`--${boundary}`))) {
    const split = part.indexOf(HEAD_END);
    if (split < 0) continue;
    const head = part.subarray(0, split).toString("utf8");
    const content = part.subarray(split + HEAD_END.length, part.length - 2);
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? "";
    const fileName = /filename="([^"]*)"/.exec(head)?.[1];
    if (fileName === undefined) fields[name] = content.toString("utf8");
    else if (name === "file") file = { bytes: Buffer.from(content), fileName, mime: /content-type:\s*(\S+)/i.exec(head)?.[1] ?? "" };
  }
  return { fields, file };
}

function partsOf(body: Buffer, mark: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let from = body.indexOf(mark);
  while (from >= 0) {
    const next = body.indexOf(mark, from + mark.length);
    if (next < 0) break;
    parts.push(body.subarray(from + mark.length + 2, next));
    from = next;
  }
  return parts;
}
