export { AI_SETTING_KEYS } from "./settings.views.js";
export type { AiSettingKey, DeletedFilesView, FileCheckView, FileCountView, SettingView } from "./settings.views.js";
