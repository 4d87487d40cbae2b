/** An archive cannot be written or read; the message is a sentence for people. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** Why an archive that ends too early or was changed is refused. */
export const damaged = (what: string): ArchiveError =>
  new ArchiveError(`The backup is cut or damaged: ${what}. Nothing was changed; use another backup.`);
