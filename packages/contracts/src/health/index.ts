export type { ConnectionHealthView, HealthView, ProblemView } from "./health.views.js";
