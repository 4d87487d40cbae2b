import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

const DAY_MS = 24 * 3_600_000;
/** The names that the backup gives its files: their time, without colons. */
const NAME = /^balcao-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.(?:tar|sealed)$/;
/** What a backup writes until it is complete. */
const PART = /^\.balcao-[\dT-]+Z\.(?:tar|sealed)\.part$/;
/** The newest backups stay at any age, so that a clock or a timer that was wrong for long deletes none of them. */
export const LEAST_KEPT = 3;

/** Deletes backups of a folder that were made more than so many days ago, by the time in their names, but not the newest three. Returns how many. */
export async function pruneBackups(folder: string, days: number, now: Date): Promise<number> {
  const backups = (await readdir(folder)).flatMap((name) => {
    const [, day, hour, minute, second] = NAME.exec(name) ?? [];
    return day === undefined ? [] : [{ name, at: Date.parse(`${day}${hour}:${minute}:${second}Z`) }];
  });
  const old = backups
    .toSorted((one, other) => other.at - one.at)
    .slice(LEAST_KEPT)
    .filter(({ at }) => at < now.getTime() - days * DAY_MS);
  for (const { name } of old) await rm(path.join(folder, name), { force: true });
  return old.length;
}

/** Deletes what backups that were killed have left in a folder, when nothing was written to it for a day. Returns how many. */
export async function deleteLeftovers(folder: string, now: Date): Promise<number> {
  let deleted = 0;
  for (const name of await readdir(folder)) {
    if (!PART.test(name)) continue;
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs > now.getTime() - DAY_MS) continue;
    await rm(file, { force: true });
    deleted++;
  }
  return deleted;
}
