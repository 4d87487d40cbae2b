import type { OpenSpool, SpoolFile } from "./cleanTree.js";

/** Spool files in memory for tests: which were opened, and their bytes. */
export interface MemorySpool {
  readonly open: OpenSpool;
  readonly bytes: Map<string, Buffer>;
  readonly removed: Set<string>;
}

export function createMemorySpool(): MemorySpool {
  const bytes = new Map<string, Buffer>();
  const removed = new Set<string>();
  let count = 0;
  return {
    bytes,
    removed,
    open: async (): Promise<SpoolFile> => {
      count += 1;
      const id = `spool-${count}`;
      const pieces: Uint8Array[] = [];
      return {
        id,
        path: `/nowhere/${id}`,
        write: async (piece) => void pieces.push(Buffer.from(piece)),
        close: async () => void bytes.set(id, Buffer.concat(pieces)),
        remove: async () => void removed.add(id),
      };
    },
  };
}
