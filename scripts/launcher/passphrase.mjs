import fs from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Refusal } from "../infra/refusal.mjs";

/** The first bytes of an encrypted backup; packages/platform/src/archive writes them. */
const SEALED = "BALCAO-SEALED-";

/** Whether a file is an encrypted backup. One that cannot be read is not; the restore reports it. */
export function isSealed(file) {
  try {
    const handle = fs.openSync(file, "r");
    try {
      const start = Buffer.alloc(SEALED.length);
      fs.readSync(handle, start, 0, start.length, 0);
      return start.toString() === SEALED;
    } finally {
      fs.closeSync(handle);
    }
  } catch {
    return false;
  }
}

/** Asks one question at the terminal, without showing the answer. */
function askHidden(question) {
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: muted, terminal: true });
  process.stdout.write(question);
  return new Promise((resolve) => {
    lines.question("", (answer) => {
      lines.close();
      process.stdout.write("\n");
      resolve(answer);
    });
  });
}

/** The passphrase as a variable for the command: BACKUP_PASSPHRASE, or what a person types, twice for a new backup. */
export async function askPassphrase(env, { twice }) {
  if (env.BACKUP_PASSPHRASE) return { BACKUP_PASSPHRASE: env.BACKUP_PASSPHRASE };
  if (!process.stdin.isTTY)
    throw new Refusal("The backup's passphrase is missing.", "Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or run this in a terminal.");
  const passphrase = await askHidden("Passphrase of the backup: ");
  if (twice && (await askHidden("The same again: ")) !== passphrase)
    throw new Refusal("The two passphrases differ. Nothing was written.", "Run the command again.");
  return { BACKUP_PASSPHRASE: passphrase };
}
