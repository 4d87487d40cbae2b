import { path } from "../route/route.js";

export const healthPaths = { details: path("GET", "/health/details"), testAlerts: path("POST", "/health/alerts/test") } as const;
