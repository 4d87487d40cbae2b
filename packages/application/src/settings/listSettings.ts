import { isSuper } from "@balcao/domain/access";
import { parseSetting, SETTING_KEYS, SETTINGS, type SettingKey, type SettingRow } from "@balcao/domain/settings";
import type { SettingView } from "@balcao/contracts/settings";
import type { DirectorySnapshot } from "../directory/index.js";
import type { Ctx, House } from "../kernel/index.js";

/** A setting as text; one that nobody has changed, or whose row is spoiled, shows its default (SET-002, D-222). */
export function toSettingView(key: SettingKey, { settingRows }: Pick<DirectorySnapshot, "settingRows">): SettingView {
  const stored = parseSetting(key, settingRows.get(key));
  return { key, value: stored.ok ? stored.value : SETTINGS[key].default };
}

/** Every setting (API-088); those of the super administrator are left out for others (SET-033, D-224). */
export async function listSettings(house: House, { actor }: Pick<Ctx, "actor">): Promise<SettingView[]> {
  const snapshot = house.directory.current();
  return SETTING_KEYS.filter((key) => isSuper(actor) || !isForSuperOnly(key)).map((key) => toSettingView(key, snapshot));
}

function isForSuperOnly(key: SettingKey): boolean {
  const row: SettingRow = SETTINGS[key];
  return row.superOnly === true;
}
