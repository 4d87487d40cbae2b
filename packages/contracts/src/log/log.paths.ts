import { path } from "../route/route.js";

export const logPaths = { create: path("POST", "/log") } as const;
