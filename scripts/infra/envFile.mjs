import fs from "node:fs";
import { Refusal } from "./refusal.mjs";

const LINE = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;

function readValue(text, refuse) {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text.replace(/\s+#.*$/, "").trim();
  const end = text.indexOf(quote, 1);
  if (end < 0 || !/^\s*(#.*)?$/.test(text.slice(end + 1))) refuse();
  return text.slice(1, end);
}

/**
 * Reads the text of an env file: one `NAME=value` per line, `#` comments, single or double quotes around a value with spaces or a `#`.
 * Nothing is expanded; refuses an invalid line, by its number.
 */
export function parseEnvFile(text, name = ".env") {
  const values = {};
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .forEach((raw, index) => {
      const line = raw.trim();
      if (line === "" || line.startsWith("#")) return;
      const refuse = () => {
        throw new Refusal(
          `Line ${index + 1} of ${name} is not NAME=value.`,
          "Write one variable a line; values with spaces or # go in quotes.",
        );
      };
      const match = LINE.exec(line);
      if (!match) return refuse();
      values[match[1]] = readValue(match[2], refuse);
    });
  return values;
}

/** Variables that may come as the file that NAME_FILE names. The programs have the same list: env/secretFiles.ts of platform. */
export const FILE_VARIABLES = [
  "JWT_SECRET",
  "JWT_REFRESH_SECRET",
  "MEDIA_SECRET",
  "SESSION_ENCRYPTION_KEY",
  "TRANSPORT_SECRET",
  "METRICS_TOKEN",
  "VAPID_SECRET",
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "REDIS_URL",
  "FILES_URL",
  "ADMIN_PASSWORD",
  "MEOW_ADMIN_TOKEN",
  "META_APP_SECRET",
  "META_VERIFY_TOKEN",
  "AI_KEY",
  "ALERT_WEBHOOK_SECRET",
  "SMTP_URL",
  "OIDC_CLIENT_SECRET",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "BACKUP_PASSPHRASE",
];

function readSecretFile(name, file) {
  let text;
  try {
    text = fs.readFileSync(file, "utf8").replace(/(?<![\r\n])[\r\n]+$/, "");
  } catch (error) {
    throw new Refusal(`${name}_FILE names a file that cannot be read (${error.code}).`, `Make it readable, or set ${name} instead.`);
  }
  if (text.trim() === "") throw new Refusal(`${name}_FILE names a file that is empty.`, `Write the value of ${name} into it.`);
  return text;
}

/** Replaces each NAME_FILE by NAME with the file's content, so that the parts that are started read no file again. */
function withSecretFiles(env) {
  const read = { ...env };
  for (const name of FILE_VARIABLES) {
    const file = env[`${name}_FILE`]?.trim();
    delete read[`${name}_FILE`];
    if (!file) continue;
    if (env[name] !== undefined) throw new Refusal(`${name} and ${name}_FILE are both set.`, "Set one of them.");
    read[name] = readSecretFile(name, file);
  }
  return read;
}

/**
 * The variables of the file, which may be absent, overridden by those of the process, with the secrets that come as files. Empty
 * ones count as not set.
 */
export function readEnvironment(file, own = process.env) {
  let values = {};
  try {
    values = parseEnvFile(fs.readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error.code !== "ENOENT") throw new Refusal(`${file} cannot be read (${error.code}).`, "Make it a readable file, or remove it.");
  }
  const merged = { ...values };
  // An empty variable of the process overrides the file too, so that a variable of the file can be unset.
  for (const [key, value] of Object.entries(own)) if (value !== undefined) merged[key] = value;
  return withSecretFiles(Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== "")));
}
