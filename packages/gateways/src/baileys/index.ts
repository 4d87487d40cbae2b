export { createBaileysConnector } from "./baileysConnector.js";
