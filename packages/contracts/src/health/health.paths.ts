import { path } from "../route/route.js";

export const healthPaths = { details: path("GET", "/health/details") } as const;
