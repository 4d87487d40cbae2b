import { readdir, rm } from "node:fs/promises";
import path from "node:path";

const DAY_MS = 24 * 3_600_000;
/** The names that the backup gives its files: their time, without colons. */
const NAME = /^balcao-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.(?:tar|sealed)$/;

/** Deletes backups of a folder that were made more than so many days ago, by the time in their names. Returns how many. */
export async function pruneBackups(folder: string, days: number, now: Date): Promise<number> {
  const old = (await readdir(folder)).filter((name) => {
    const [, day, hour, minute, second] = NAME.exec(name) ?? [];
    return day !== undefined && Date.parse(`${day}${hour}:${minute}:${second}Z`) < now.getTime() - days * DAY_MS;
  });
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old.length;
}
