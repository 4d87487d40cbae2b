export { changeLogo, getLogo, readLogo } from "./companyLogo.js";
export { changeSetting } from "./changeSetting.js";
export { listSettings, toSettingView } from "./listSettings.js";
export { testPanel } from "./testPanel.js";
