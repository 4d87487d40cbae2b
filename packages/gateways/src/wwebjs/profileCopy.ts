import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { KeyCopyReason } from "@balcao/domain/connections";
import type { SessionHost, SessionKeys } from "../port/index.js";
import { errorText } from "./pageTimeout.js";
import type { ProfileFolder } from "./profileFolder.js";

/** Where the host keeps the key of a copy: deleted with all keys of the session, it becomes a copy of theirs [D-313]. */
const SLOT = { type: "profile", id: "copy" } as const;
/** The parts of a profile that hold a pairing; the rest is the browser's caches (whatsapp-web.js `RemoteAuth.requiredDirs`). */
const PARTS = [path.join("Default", "IndexedDB"), path.join("Default", "Local Storage")];
const CIPHER = "aes-256-gcm";

/** What opens a copy: its folder, the key of all of its files, and each file's place, vector and tag. */
interface Manifest {
  readonly folder: string;
  readonly key: string;
  readonly files: readonly (readonly [file: string, iv: string, tag: string])[];
}

/** Marks a profile as one that was linked: only such a profile is copied. */
export async function markLinked(profile: ProfileFolder): Promise<void> {
  await writeFile(markOf(profile), "").catch(() => undefined);
}

/** Deletes a profile, of which a sealed copy stays where it was linked; without a reason, everything of its connection. */
export async function wipeProfile(profile: ProfileFolder, { keys, log }: SessionHost, reason: KeyCopyReason | null): Promise<void> {
  if (reason === null) return profile.remove();
  await keepCopy(profile, keys, reason).catch((error: unknown) =>
    log("warn", "no copy of a profile could be kept", { cause: errorText(error) }),
  );
  await profile.wipe();
}

/**
 * The key of a copy is given to the host and deleted there at once with `reason`, so that an administrator can restore it for as
 * long as other deleted keys; without it the files are worthless.
 */
async function keepCopy(profile: ProfileFolder, keys: SessionKeys, reason: KeyCopyReason): Promise<void> {
  if (!(await exists(markOf(profile)))) return;
  const folder = randomUUID();
  const key = randomBytes(32);
  await mkdir(path.join(profile.copies, folder), { recursive: true });
  const files: Manifest["files"][number][] = [];
  for (const file of await filesOf(profile.profile)) {
    const iv = randomBytes(12);
    const cipher = createCipheriv(CIPHER, key, iv);
    const sealed = path.join(profile.copies, folder, String(files.length));
    await pipeline(createReadStream(path.join(profile.profile, file)), cipher, createWriteStream(sealed, { mode: 0o600 }));
    files.push([file, iv.toString("base64"), cipher.getAuthTag().toString("base64")]);
  }
  const manifest: Manifest = { folder, key: key.toString("base64"), files };
  await keys.write([{ ...SLOT, value: JSON.stringify(manifest) }]);
  await keys.clear(reason);
}

/** Makes the copy whose key an administrator has restored the profile again. */
export async function restoreCopy(profile: ProfileFolder, { keys, log }: SessionHost): Promise<void> {
  const found = (await keys.read(SLOT.type, [SLOT.id])).get(SLOT.id);
  if (found === undefined) return;
  await unpack(profile, JSON.parse(found) as Manifest).catch((error: unknown) =>
    log("warn", "a restored session has no profile that could be opened", { cause: errorText(error) }),
  );
  await keys.write([{ ...SLOT, value: null }]);
}

async function unpack(profile: ProfileFolder, { folder, key, files }: Manifest): Promise<void> {
  const source = path.join(profile.copies, folder);
  await rm(profile.profile, { recursive: true, force: true });
  for (const [place, [file, iv, tag]] of files.entries()) {
    const target = path.join(profile.profile, file);
    await mkdir(path.dirname(target), { recursive: true });
    const decipher = createDecipheriv(CIPHER, Buffer.from(key, "base64"), Buffer.from(iv, "base64")).setAuthTag(Buffer.from(tag, "base64"));
    await pipeline(createReadStream(path.join(source, String(place))), decipher, createWriteStream(target, { mode: 0o600 }));
  }
  await markLinked(profile);
  await rm(source, { recursive: true, force: true });
}

const markOf = (profile: ProfileFolder): string => path.join(profile.profile, "balcao-linked");

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function filesOf(profile: string): Promise<string[]> {
  const lists = await Promise.all(
    PARTS.map(async (part) => {
      const entries = await readdir(path.join(profile, part), { recursive: true, withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(profile, path.join(entry.parentPath, entry.name)));
    }),
  );
  return lists.flat();
}
