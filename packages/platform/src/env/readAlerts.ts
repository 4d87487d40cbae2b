import type { Env } from "./env.js";
import type { Variables } from "./variables.js";

const SHORTEST_SECRET = 32;

/** Where alerts go besides the browsers of administrators. */
export function readAlerts(variables: Variables): Env["alerts"] {
  return { webhook: readWebhook(variables), mail: readMail(variables) };
}

function readWebhook(variables: Variables): Env["alerts"]["webhook"] {
  const secret = variables.text("ALERT_WEBHOOK_SECRET");
  const isUrlGiven = variables.text("ALERT_WEBHOOK_URL") !== undefined;
  const url = variables.url("ALERT_WEBHOOK_URL", ["http:", "https:"]);
  if (isUrlGiven !== (secret !== undefined))
    return variables.fault("ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET belong together: set both, or neither.");
  if (secret !== undefined && secret.length < SHORTEST_SECRET)
    variables.fault(`ALERT_WEBHOOK_SECRET must have at least ${SHORTEST_SECRET} characters: use \`openssl rand -base64 32\`.`);
  if (url !== undefined && url.username !== "")
    variables.fault("ALERT_WEBHOOK_URL must have no user and password: the receiver checks the signature.");
  return url === undefined || secret === undefined ? undefined : { url: url.href, secret };
}

function readMail(variables: Variables): Env["alerts"]["mail"] {
  const from = variables.text("SMTP_FROM");
  const isUrlGiven = variables.text("SMTP_URL") !== undefined;
  const url = variables.url("SMTP_URL", ["smtp:", "smtps:"]);
  if (isUrlGiven !== (from !== undefined)) return variables.fault("SMTP_URL and SMTP_FROM belong together: set both, or neither.");
  if (from !== undefined && !/^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/.test(from))
    variables.fault("SMTP_FROM must be an e-mail address, such as balcao@example.com.");
  return url === undefined || from === undefined ? undefined : { url: url.href, from };
}
