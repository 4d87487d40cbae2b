export type { SettingView } from "./settings.routes.js";
