export { createMailer, MailError } from "./mailer.js";
export type { SendMail } from "./mailer.js";
