import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { SETTING_KEYS, SETTINGS, type SettingKey, type SettingRow } from "@balcao/domain/settings";

const ROOT = path.join(import.meta.dirname, "..", "..", "..");
const FOLDERS = ["packages/application/src", "packages/domain/src", "apps/api/src", "apps/worker/src", "apps/web/src"];
/** The registry itself, and the page that shows it. */
const NOT_READERS = /domain\/src\/settings\/|features\/settings\/|\.test\.|\.fixture\.|\.json$|\.css$/;

const isUnread = (key: SettingKey): boolean => {
  const row: SettingRow = SETTINGS[key];
  return row.unread === true;
};

async function readSources(): Promise<string> {
  const texts = FOLDERS.map(async (folder) => {
    const files = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
    const places = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
    return Promise.all(places.filter((place) => !NOT_READERS.test(place)).map((place) => readFile(place, "utf8")));
  });
  return (await Promise.all(texts)).flat().join("\n");
}

describe("the settings page", () => {
  it("shows a setting exactly if something reads it: a switch without an effect is not shown", async () => {
    const sources = await readSources();
    const isMentioned = (key: SettingKey): boolean => new RegExp(`\\b${key}\\b`).test(sources);
    const hidden = SETTING_KEYS.filter((key) => !isMentioned(key));
    expect(SETTING_KEYS.filter(isUnread)).toEqual(hidden);
  });
});
