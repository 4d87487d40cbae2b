import { route } from "../route/route.js";
import { healthPaths } from "./health.paths.js";
import type { HealthView } from "./health.views.js";

/** The health of the installation, for administrators (an added call). */
export const healthRoutes = {
  details: route<HealthView>()(healthPaths.details, { policy: "admin", toInput: () => null }),
} as const;
