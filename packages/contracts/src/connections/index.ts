export type { ConnectionGapView, ConnectionSessionView, ConnectionShortView, ConnectionView } from "./connections.views.js";
