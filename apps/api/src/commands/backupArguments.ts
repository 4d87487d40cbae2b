import { mkdir } from "node:fs/promises";
import { readSecretVariable } from "@balcao/platform/env";
import { errorCode } from "@balcao/platform/errors";
import { SHORTEST_PASSPHRASE } from "@balcao/platform/archive";

/** A command that was called in a wrong way; the message is a sentence for people. */
class WrongCall extends Error {
  override readonly name = "WrongCall";
}

/** Reads arguments; a wrong one is answered with how to call the command. */
export function usage<T>(line: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new WrongCall(`${error instanceof Error ? error.message : String(error)}\nUsage: ${line}`);
  }
}

/** For how many days backups are kept; null for ever. Throws for anything but a whole number above 0. */
export function readDays(given: string | undefined): number | null {
  if (given === undefined) return null;
  if (/^[1-9]\d{0,4}$/.test(given)) return Number(given);
  throw new WrongCall("--keep-days must be a whole number of days, such as 30.");
}

/** The passphrase of encrypted backups. Throws when there is none or a short one. */
export function readPassphrase(source: NodeJS.ProcessEnv): string {
  const passphrase = readSecretVariable(source, "BACKUP_PASSPHRASE");
  if (passphrase.length >= SHORTEST_PASSPHRASE) return passphrase;
  throw new WrongCall(
    passphrase === ""
      ? "The backup's passphrase is missing: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE."
      : `BACKUP_PASSPHRASE must have at least ${SHORTEST_PASSPHRASE} characters.`,
  );
}

/** Makes the folder of backups. Throws a sentence when it cannot be made. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new WrongCall(`${folder} cannot be made (${errorCode(error) ?? "unknown error"}): name another place with --to.`);
  }
}

export const toMegabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
