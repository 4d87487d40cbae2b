import { path } from "../route/route.js";

export const settingPaths = { list: path("GET", "/settings") } as const;
