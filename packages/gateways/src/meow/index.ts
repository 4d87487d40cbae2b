export { createMeowConnector } from "./meowConnector.js";
