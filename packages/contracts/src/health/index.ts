export type { AlertTestView, AlertTried, ConnectionHealthView, HealthView, ProblemView } from "./health.views.js";
export { alertMail, alertText } from "./alertText.js";
export { ALERT_LANGUAGES, isTimed, problemTitle, toAlertLanguage } from "./problemWords.js";
export type { Told } from "./alertText.js";
export type { AlertLanguage } from "./problemWords.js";
