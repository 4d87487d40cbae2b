export type { ConnectionSessionView, ConnectionShortView, ConnectionView } from "./connections.views.js";
