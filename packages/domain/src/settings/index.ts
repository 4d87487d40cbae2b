export { judgeFraming } from "./framing.js";
export type { Framing } from "./framing.js";
export { toPanelAddress } from "./panelAddress.js";
export { isSettingKey, SETTING_KEYS, SETTING_SECTIONS, SETTINGS } from "./settingRegistry.js";
export type { SettingKey, SettingRow, SettingSection } from "./settingRegistry.js";
export { DEFAULT_SETTINGS, parseSetting, toSettings } from "./settingValues.js";
export type { AccessSettings, CalendarSettings, Settings } from "./settingValues.js";
