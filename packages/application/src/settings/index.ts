export { listSettings, toSettingView } from "./listSettings.js";
