import { route } from "../route/route.js";
import { healthPaths } from "./health.paths.js";
import type { AlertTestView, HealthView } from "./index.js";

/** The health of the installation, for administrators (added calls). */
export const healthRoutes = {
  details: route<HealthView>()(healthPaths.details, { policy: "admin", toInput: () => null }),
  /** Sends a test by each configured way to the administrator who asks, and waits for each. */
  testAlerts: route<AlertTestView>()(healthPaths.testAlerts, { policy: "admin", toInput: () => null }),
} as const;
