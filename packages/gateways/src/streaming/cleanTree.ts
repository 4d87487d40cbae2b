import { cleanText } from "@balcao/domain/texts";

/** A file that is written while its bytes arrive. Its opener decides about its path and its id. */
export interface SpoolFile {
  /** Replaces the bytes in the document, as `{ "$file": id }`. */
  readonly id: string;
  readonly path: string;
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** Deletes the file; safe to call twice and on an open file. */
  remove(): Promise<void>;
}

export type OpenSpool = () => Promise<SpoolFile>;

/** Replaces a long base64 string in a parsed document. */
interface FileMarker {
  readonly $file: string;
  readonly size: number;
}

/** Whether a value of a parsed document marks a spooled file. */
export function isFileMarker(value: unknown): value is FileMarker {
  return typeof value === "object" && value !== null && "$file" in value && typeof value.$file === "string";
}

/**
 * A parsed document with clean texts and keys, without `__proto__` keys, and only with `$file`
 * marks of files in `spooled`: a sender cannot refer to another sender's file.
 */
export function cleanTree(value: unknown, spooled: ReadonlySet<string>): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cleanTree(item, spooled));
  const genuine = isFileMarker(value) && spooled.has(value.$file);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "__proto__" && (key !== "$file" || genuine))
      .map(([key, item]) => [cleanText(key), cleanTree(item, spooled)]),
  );
}
