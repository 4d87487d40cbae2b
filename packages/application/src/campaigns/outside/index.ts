export { sendToContact } from "./sendToContact.js";
