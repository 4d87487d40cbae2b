import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, copyFile, link, mkdir, open, readFile, unlink } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../errors/index.js";

export const secretNames = ["accessTokenKey", "refreshKey", "mediaKey", "sessionEncryptionKey", "transportSecret", "metricsToken"] as const;
export type SecretName = (typeof secretNames)[number];

/** Every secret of an installation: words of at least 32 characters, each for one purpose only (S-02, S-17). */
export type Secrets = Readonly<Record<SecretName, string>>;

/** The secrets cannot be read or stored; the message says what a person can do. */
export class SecretsError extends Error {
  override readonly name = "SecretsError";
  /** EX_CONFIG of sysexits: a supervisor need not try again. */
  readonly exitCode = 78;
}

/**
 * The secrets stored in `file`; made on first use. When several processes come first at the same time, all
 * of them get the same secrets: only one file can be linked to the name, the others read that one.
 */
export async function readOrCreateSecretsFile(file: string): Promise<Secrets> {
  const stored = await readSecretsFile(file);
  if (stored !== undefined) return stored;
  await createSecretsFile(file);
  const created = await readSecretsFile(file);
  if (created === undefined)
    throw new SecretsError(`${file} vanished while the secrets were being made: check who else writes to that folder.`);
  return created;
}

async function readSecretsFile(file: string): Promise<Secrets | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw new SecretsError(
      `${file} cannot be read (${errorCode(error) ?? "unknown error"}): give it to the account that runs the app, mode 600.`,
      { cause: error },
    );
  }
  const secrets = toSecrets(text);
  if (secrets === undefined) {
    throw new SecretsError(
      `${file} is broken. Restore it from a backup. Only if there is none, remove it: new secrets are made, everyone signs in again and phones must be linked again.`,
    );
  }
  // A copy restored by hand is often readable by everyone; where chmod has no meaning, reading is still right.
  await chmod(file, 0o600).catch(() => undefined);
  return secrets;
}

/** Throws nothing: anything but six different words of at least 32 characters is undefined. */
function toSecrets(text: string): Secrets | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const entries = new Map<string, unknown>(Object.entries(parsed));
  const read = (name: SecretName): string => {
    const value = entries.get(name);
    return typeof value === "string" ? value : "";
  };
  const secrets = collect(read);
  const words = Object.values(secrets);
  return words.every((word) => word.length >= 32) && new Set(words).size === words.length ? Object.freeze(secrets) : undefined;
}

function collect(read: (name: SecretName) => string): Secrets {
  return {
    accessTokenKey: read("accessTokenKey"),
    refreshKey: read("refreshKey"),
    mediaKey: read("mediaKey"),
    sessionEncryptionKey: read("sessionEncryptionKey"),
    transportSecret: read("transportSecret"),
    metricsToken: read("metricsToken"),
  };
}

/** Writes a complete file beside the name and links it to the name, which fails when the name is taken. */
async function createSecretsFile(file: string): Promise<void> {
  const folder = path.dirname(file);
  const draft = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  const secrets = collect(() => randomBytes(32).toString("base64url"));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await linkOrCopy(draft, file);
    await syncFolder(folder);
  } catch (error) {
    throw new SecretsError(
      `${file} cannot be written (${errorCode(error) ?? "unknown error"}): DATA_DIR must be a folder that the app may write to.`,
      { cause: error },
    );
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

async function linkOrCopy(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(errorCode(error) ?? "")) throw error;
    // Some mounted volumes know no hard links; an exclusive copy still never overwrites.
    await copyFile(draft, file, constants.COPYFILE_EXCL).catch((reason: unknown) => {
      if (errorCode(reason) !== "EEXIST") throw reason;
    });
  }
}

/** Makes the new name survive a power cut; not every file system allows it, then the file itself is synced at least. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
