import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { SYSTEM_FOLDER } from "../infra/accounts.mjs";

const ancestors = (folder) => {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
};

const describe = (folder) => {
  const { mode, uid, gid } = fs.statSync(folder);
  return `${(mode & 0o7777).toString(8).padStart(4, "0")} ${uid}:${gid}`;
};

const PLACES = [os.tmpdir(), os.homedir(), path.resolve(import.meta.dirname, "..", ".."), path.dirname(SYSTEM_FOLDER)];

/**
 * Remembers mode and owner of the folders that are not the product's: the temporary ones of the system and of the tests, the home, the
 * checkout (where the data folder is), the one of its copies for other accounts, and all above them.
 * The returned function names each that has changed since.
 */
export function watchFolders(folders = [...PLACES, os.tmpdir()].flatMap(ancestors).filter((folder) => fs.existsSync(folder))) {
  const before = new Map(folders.map((folder) => [folder, describe(folder)]));
  return () =>
    [...before].flatMap(([folder, was]) => {
      const is = describe(folder);
      return is === was
        ? []
        : [`${folder} was ${was} before the tests and is ${is} now: nothing may change a folder that it did not make.`];
    });
}
