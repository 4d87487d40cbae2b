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
export interface FileMarker {
  readonly $file: string;
  readonly size: number;
}

/** Whether a value of a parsed document marks a spooled file. */
export function isFileMarker(value: unknown): value is FileMarker {
  return typeof value === "object" && value !== null && "$file" in value && typeof value.$file === "string";
}
