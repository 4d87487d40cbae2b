import type { CopiedTable, SequenceState } from "@balcao/database/backup";
import { ArchiveError, readArchive, type ArchiveEntry } from "@balcao/platform/archive";

/** The form of the archive. Another number is refused. */
const FORMAT = 1;

/** The last entry of a backup: what it holds, and the digest of everything before it. */
export interface Manifest {
  readonly format: number;
  readonly madeAt: string;
  /** Of Balcão. */
  readonly version: string;
  readonly migrations: readonly string[];
  readonly tables: readonly (CopiedTable & { readonly rows: number })[];
  readonly sequences: readonly SequenceState[];
  readonly files: { readonly count: number; readonly bytes: number; readonly missing: number };
  readonly hasSecrets: boolean;
  /** Variables that gave secrets, which the backup does not have. */
  readonly secretVariables: readonly string[];
  readonly sha256: string;
}

export const MANIFEST = "manifest.json";
export const SECRETS = "secrets.json";
const TABLE_ENTRY = /^database\/([a-z0-9_]{1,63})\/\d{6}\.gz$/;
const FILE_ENTRY = /^files\/([0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}\.[a-z0-9]{1,10})$/;

export const toTableEntry = (table: string, piece: number): string => `database/${table}/${String(piece).padStart(6, "0")}.gz`;
export const toFileEntry = (stored: string): string => `files/${stored}`;
/** The table of an entry, or undefined. */
export const tableOf = (name: string): string | undefined => TABLE_ENTRY.exec(name)?.[1];
/** The stored path of an entry, or undefined. */
export const fileOf = (name: string): string | undefined => FILE_ENTRY.exec(name)?.[1];

export const writeManifest = (manifest: Omit<Manifest, "format">): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`);

/** Reads a manifest of our own form. Throws ArchiveError. */
function readManifest(content: Buffer): Manifest {
  const manifest = JSON.parse(content.toString()) as Manifest;
  if (manifest.format === FORMAT) return manifest;
  throw new ArchiveError(
    `The backup has the form ${manifest.format}, which this version cannot read. Nothing was changed; install a newer version.`,
  );
}

/** A manifest names every table and sequence, but no file. */
const MOST_MANIFEST_BYTES = 64 * 1024 * 1024;
const MOST_SECRETS_BYTES = 1_000_000;
const PIECES_END = "the list of its contents is missing";

/**
 * Reads a whole backup and returns its manifest and secrets; `inspect` sees each file on the way. Throws ArchiveError when it is cut, damaged, of another form or holds anything
 * else, before anything is changed.
 */
export async function checkBackup(
  file: string,
  passphrase: string | null,
  inspect?: (stored: string, entry: ArchiveEntry) => Promise<void>,
): Promise<{ readonly manifest: Manifest; readonly secrets: Buffer | null }> {
  let manifest: Manifest | undefined;
  let secrets: Buffer | null = null;
  await readArchive(file, passphrase, async (entry) => {
    const isOurs =
      tableOf(entry.name) ?? fileOf(entry.name) ?? (entry.name === SECRETS || entry.name === MANIFEST ? entry.name : undefined);
    if (isOurs === undefined || manifest !== undefined)
      throw new ArchiveError(`${file} holds ${entry.name}, which no backup has. Nothing was changed.`);
    const stored = fileOf(entry.name);
    if (stored !== undefined) await inspect?.(stored, entry);
    if (entry.name === SECRETS) secrets = await entry.read(MOST_SECRETS_BYTES);
    if (entry.name !== MANIFEST) return;
    const found = readManifest(await entry.read(MOST_MANIFEST_BYTES));
    if (found.sha256 !== entry.digestBefore)
      throw new ArchiveError("The backup is cut or damaged: its digest is another one. Nothing was changed; use another backup.");
    manifest = found;
  });
  if (manifest === undefined)
    throw new ArchiveError(`The backup is cut or damaged: ${PIECES_END}. Nothing was changed; use another backup.`);
  return { manifest, secrets };
}
