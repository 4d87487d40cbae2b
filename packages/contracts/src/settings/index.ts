export { AI_SETTING_KEYS, CONTACT_IMPORT_KEY } from "./settings.views.js";
export type { AiSettingKey, DeletedFilesView, FileCheckView, FileCountView, SettingView } from "./settings.views.js";
