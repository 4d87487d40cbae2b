/** A file that takes bytes while they arrive. Whoever opened it decides where it lies and what its id means. */
export interface SpoolFile {
  /** Stands in the document in place of the bytes, as `{ "$file": id }`. */
  readonly id: string;
  readonly path: string;
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** Deletes the file; safe to call twice and on an open file. */
  remove(): Promise<void>;
}

export type OpenSpool = () => Promise<SpoolFile>;

/** What takes the place of a long base64 string in a parsed document. */
export interface FileMarker {
  readonly $file: string;
  readonly size: number;
}

/** Whether a value of a parsed document stands for a spooled file. */
export function isFileMarker(value: unknown): value is FileMarker {
  return typeof value === "object" && value !== null && "$file" in value && typeof value.$file === "string";
}
