export type { SessionView } from "./auth.routes.js";
