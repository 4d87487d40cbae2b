import { isSuper, type Actor } from "@balcao/domain/access";
import { parseSetting, SETTING_KEYS, SETTINGS, type SettingKey, type SettingRow } from "@balcao/domain/settings";
import { AI_SETTING_KEYS, CONTACT_IMPORT_KEY, type AiSettingKey, type SettingView } from "@balcao/contracts/settings";
import { type DirectorySnapshot, isVisibleUser } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/**
 * Converts a setting to text; an unchanged or invalid one shows its default [SET-002]. Administrators also see who changed it,
 * except when that was somebody whom they may not know.
 */
export function toSettingView(
  key: SettingKey,
  { settingRows, users }: Pick<DirectorySnapshot, "settingRows" | "users">,
  actor: Actor,
): SettingView {
  const row = settingRows.get(key);
  const view = { key, value: shownValue(key, row?.value) };
  if (actor.profile !== "admin" || !row || row.updatedBy === null) return view;
  const person = users.get(row.updatedBy);
  return { ...view, changed: { at: row.updatedAt.toISOString(), by: person && isVisibleUser(person, actor) ? person.name : null } };
}

/** What people see of a stored value: itself, or the default where there is none or an invalid one. */
export function shownValue(key: SettingKey, value: string | undefined): string {
  const stored = parseSetting(key, value);
  return stored.ok ? stored.value : SETTINGS[key].default;
}

/**
 * Lists the settings [API-088]; those of the super administrator are omitted for everybody else. What nobody can change here follows: what the AI server offers [CONV-039, D-080], and whether the person may
 * import contacts [D-133].
 */
export async function listSettings(services: Services, { actor }: Pick<Ctx, "actor">): Promise<SettingView[]> {
  const snapshot = services.directory.current();
  const stored = SETTING_KEYS.filter((key) => isSuper(actor) || !isForSuperOnly(key)).map((key) => toSettingView(key, snapshot, actor));
  const offers: Readonly<Record<AiSettingKey, boolean>> = {
    aiEnabled: services.ai !== null,
    aiTranscription: services.ai?.server.transcribes === true,
  };
  const toRow = (key: string, isOn: boolean): SettingView => ({ key, value: isOn ? "enabled" : "disabled" });
  return [
    ...stored,
    ...AI_SETTING_KEYS.map((key) => toRow(key, offers[key])),
    toRow(CONTACT_IMPORT_KEY, !snapshot.settings.blockContactImport || isSuper(actor)),
  ];
}

/** Whether only user 1 sees and changes a setting. */
export function isForSuperOnly(key: SettingKey): boolean {
  const row: SettingRow = SETTINGS[key];
  return row.superOnly === true;
}
