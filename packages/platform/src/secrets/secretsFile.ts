import { hkdfSync, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, copyFile, link, mkdir, open, readFile, rename, unlink } from "node:fs/promises";
import path from "node:path";
import type { Env } from "../env/index.js";
import { errorCode, RepairableError } from "../errors/index.js";

export const secretNames = [
  "accessTokenKey",
  "refreshKey",
  "mediaKey",
  "sessionEncryptionKey",
  "transportSecret",
  "metricsToken",
  "vapidKey",
] as const;
export type SecretName = (typeof secretNames)[number];

/**
 * Every secret of an installation: at least 32 characters each, for one purpose only.
 */
export type Secrets = Readonly<Record<SecretName, string>>;

/** The secrets cannot be read or stored; the message is a sentence for people. */
export class SecretsError extends RepairableError {
  override readonly name = "SecretsError";
}

/**
 * The secrets stored in `file`, which is created on first use. When several processes start at
 * once, all of them get the same secrets: only one file can be linked to the name, and the others
 * read that one.
 */
async function readOrCreateSecretsFile(file: string): Promise<Secrets> {
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
  // A copy restored by hand is often readable by everyone; where chmod is not supported, reading is
  // still right.
  await chmod(file, 0o600).catch(() => undefined);
  return secrets;
}

/** Undefined for anything but seven different secrets of at least 32 characters. Throws nothing. */
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
    if (typeof value === "string") return value;
    return name === "vapidKey" ? toVapidKey(read("sessionEncryptionKey")) : "";
  };
  const secrets = collect(read);
  const values = Object.values(secrets);
  return values.every((value) => value.length >= 32) && new Set(values).size === values.length ? Object.freeze(secrets) : undefined;
}

/**
 * The key of a file that was written before there were pushes. It follows from another secret, so
 * that processes which start together have the same one.
 */
const toVapidKey = (sessionEncryptionKey: string): string =>
  sessionEncryptionKey === "" ? "" : Buffer.from(hkdfSync("sha256", sessionEncryptionKey, "", "vapidKey", 32)).toString("base64url");

function collect(read: (name: SecretName) => string): Secrets {
  return {
    accessTokenKey: read("accessTokenKey"),
    refreshKey: read("refreshKey"),
    mediaKey: read("mediaKey"),
    sessionEncryptionKey: read("sessionEncryptionKey"),
    transportSecret: read("transportSecret"),
    metricsToken: read("metricsToken"),
    vapidKey: read("vapidKey"),
  };
}

/**
 * Replaces the secrets stored in `file` by what `change` makes of them, all at once. Processes read them when they start. Throws
 * SecretsError where there is no file.
 */
export async function changeSecretsFile(file: string, change: (stored: Secrets) => Secrets): Promise<void> {
  const stored = await readSecretsFile(file);
  if (stored === undefined) throw new SecretsError(`${file} is missing: nothing was changed.`);
  await withDraft(file, change(stored), async (draft) => rename(draft, file));
}

/**
 * Writes a complete file beside the name and links it to the name, which fails when the name
 * exists.
 */
async function createSecretsFile(file: string): Promise<void> {
  await withDraft(file, collect(newSecret), (draft) => linkOrCopy(draft, file));
}

/** 32 random bytes, as text. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

async function withDraft(file: string, secrets: Secrets, put: (draft: string) => Promise<void>): Promise<void> {
  const folder = path.dirname(file);
  const draft = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await put(draft);
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
    // Some mounted volumes do not support hard links; an exclusive copy never overwrites either.
    await copyFile(draft, file, constants.COPYFILE_EXCL).catch((reason: unknown) => {
      if (errorCode(reason) !== "EEXIST") throw reason;
    });
  }
}

/**
 * Makes the new name survive a power cut; where the file system does not support it, at least the
 * file itself is synced.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/**
 * The secrets in `names`, by default all: the given variable, else the value in
 * `dataDir`/secrets.json. The file is created on first use with mode 0600, and not touched
 * when every secret is given; any number of processes may start at once. Throws SecretsError with a
 * sentence that a person can act on.
 */
export async function loadSecrets<Name extends SecretName = SecretName>(
  dataDir: string,
  given: Env["givenSecrets"],
  names: readonly Name[] = secretNames as readonly SecretName[] as readonly Name[],
): Promise<Pick<Secrets, Name>> {
  const isFileNeeded = names.some((name) => given[name] === undefined);
  const stored = isFileNeeded ? await readOrCreateSecretsFile(path.join(dataDir, "secrets.json")) : undefined;
  const chosen = new Map(names.map((name) => [name, given[name] ?? stored?.[name] ?? ""]));
  if (new Set(chosen.values()).size !== names.length) {
    throw new SecretsError("Two secrets are equal: give each variable its own value (S-17).");
  }
  return Object.freeze(Object.fromEntries(chosen) as Pick<Secrets, Name>);
}
