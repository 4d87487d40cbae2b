import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredFile } from "./types.js";

/**
 * Media of both directions: bytes in memory, or in `<dataDir>/simulator-media` when there is a data
 * folder.
 */
export interface FileStore {
  add(bytes: Buffer, mime: string, fileName: string): StoredFile;
  get(key: string): StoredFile | undefined;
  /** The file of a webhook, by `directPath` or `url`. */
  find(directPath: string, url: string): StoredFile | undefined;
  read(file: StoredFile): Buffer;
  list(): StoredFile[];
  load(files: readonly StoredFile[]): void;
  clear(): void;
}

/** A store that is empty until `load`. */
export function createFileStore(dataDir: string | undefined): FileStore {
  const folder = dataDir === undefined ? null : join(dataDir, "simulator-media");
  const files = new Map<string, StoredFile>();
  const contents = new Map<string, Buffer>();
  return {
    add(bytes, mime, fileName) {
      const key = randomBytes(12).toString("hex");
      const digest = createHash("sha256").update(bytes).digest();
      const directPath = `/v/t62.7117-24/${key}_n.enc?ccb=11-4&oh=${digest.toString("hex", 0, 8)}`;
      const file: StoredFile = {
        key,
        mime,
        fileName,
        size: bytes.length,
        sha256: digest.toString("base64"),
        encSha256: createHash("sha256").update("enc").update(digest).digest("base64"),
        mediaKey: randomBytes(32).toString("base64"),
        directPath,
        url: `https://mmg.whatsapp.net${directPath}&mms3=true`,
        expired: false,
      };
      files.set(key, file);
      if (folder === null) contents.set(key, bytes);
      else {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(folder, key), bytes, { mode: 0o600 });
      }
      return file;
    },
    get: (key) => files.get(key),
    find(directPath, url) {
      for (const file of files.values()) {
        if (directPath !== "" ? file.directPath === directPath : file.url === url) return file;
      }
      return undefined;
    },
    read(file) {
      return folder === null ? (contents.get(file.key) ?? Buffer.alloc(0)) : readFileSync(join(folder, file.key));
    },
    list: () => [...files.values()],
    load(saved) {
      for (const file of saved) files.set(file.key, file);
    },
    clear() {
      files.clear();
      contents.clear();
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}
