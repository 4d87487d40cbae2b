export { PANEL_EXAMPLE } from "./panelExample.js";
export { AI_SETTING_KEYS, CONTACT_IMPORT_KEY } from "./settings.views.js";
export type { AiSettingKey, DeletedFilesView, FileCheckView, FileCountView, PanelTestView, SettingView } from "./settings.views.js";
