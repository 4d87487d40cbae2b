import { createHash } from "node:crypto";
import type { SealHashes } from "@balcao/database/audit";

/** The hash of one sealed entry. */
export const toEntryHash = (line: string): Buffer => createHash("sha256").update(line).digest();

/** The hash of a seal over the seal before it and the entries, in their order. */
export function toChainHash(previous: Buffer, lines: readonly string[]): Buffer {
  const hash = createHash("sha256").update(previous);
  for (const line of lines) hash.update(line).update("\n");
  return hash.digest();
}

/** What a new seal stores. */
export const toSealHashes = (previous: Buffer, lines: readonly string[]): SealHashes => ({
  hash: toChainHash(previous, lines),
  entryHashes: lines.map(toEntryHash),
});
