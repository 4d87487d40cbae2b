import { path } from "../route/route.js";

export const settingPaths = {
  list: path("GET", "/settings"),
  change: path("PUT", "/settings/:key"),
  testPanel: path("POST", "/settings/panel/test"),
  logo: path("POST", "/settings/logo"),
  checkFiles: path("POST", "/settings/files/check"),
  countFiles: path("POST", "/settings/files/count"),
  deleteFiles: path("DELETE", "/settings/files/delete"),
} as const;
