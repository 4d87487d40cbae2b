export { judgeFraming } from "./framing.js";
export type { Framing } from "./framing.js";
export { toPanelAddress } from "./panelAddress.js";
export { DEFAULT_TIME_ZONE, isSettingKey, SETTING_KEYS, SETTING_SECTIONS, SETTINGS } from "./settingRegistry.js";
export type {
  ChoiceSetting,
  IntervalSetting,
  SettingKey,
  SettingRow,
  SettingSection,
  TimeSetting,
  ToggleSetting,
  UrlSetting,
  ZoneSetting,
} from "./settingRegistry.js";
export { DEFAULT_SETTINGS, parseSetting, toSettings } from "./settingValues.js";
export type { AccessSettings, CalendarSettings, ParsedSetting, Settings } from "./settingValues.js";
