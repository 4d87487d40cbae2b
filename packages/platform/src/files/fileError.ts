export type FileErrorCode = "ERR_WAPP_DOWNLOAD_MEDIA_DENIED" | "ERR_FILE_PROGRAM" | "ERR_FILE_EMPTY" | "ERR_FILE_TOO_LARGE" | "ERR_NO_FILE";

const CODES = {
  blocked: "ERR_WAPP_DOWNLOAD_MEDIA_DENIED",
  program: "ERR_FILE_PROGRAM",
  empty: "ERR_FILE_EMPTY",
  tooLarge: "ERR_FILE_TOO_LARGE",
  missing: "ERR_NO_FILE",
} as const;

/**
 * Why a file was refused or not found. `reason` is for logs and tests; people read the text of
 * `code`.
 */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly code: FileErrorCode;
  readonly reason: keyof typeof CODES;
  /** The exceeded limit in bytes, for ERR_FILE_TOO_LARGE. */
  readonly limitBytes: number | undefined;

  constructor(reason: FileError["reason"], message: string, limitBytes?: number) {
    super(message);
    this.reason = reason;
    this.code = CODES[reason];
    this.limitBytes = limitBytes;
  }
}
