import { ArchiveError, readArchive, type ArchiveEntry } from "@balcao/platform/archive";
import { fileOf, MANIFEST, readManifest, SECRETS, tableOf, type Manifest } from "./manifest.js";

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
