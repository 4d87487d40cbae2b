import { route } from "../route/route.js";
import { settingPaths } from "./settings.paths.js";

/** A setting is a key and a text (SET-002). */
export interface SettingView {
  readonly key: string;
  readonly value: string;
}

/** Settings (API-088); keys of the super admin are left out for others (D-224). */
export const settingRoutes = {
  list: route<readonly SettingView[]>()(settingPaths.list, { policy: "signedIn", toHouse: () => null }),
} as const;
