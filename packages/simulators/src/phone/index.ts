export { startPhone, type RunningPhone } from "./server.js";
