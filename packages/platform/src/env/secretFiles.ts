import { readFileSync, statSync } from "node:fs";
import { errorCode } from "../errors/index.js";
import { EnvError, secretVariables } from "./env.js";

/**
 * Variables that hold a secret; each may come as a file instead: `NAME_FILE` is its path, as Docker and Kubernetes mount secrets. The
 * launcher has the same list, because it runs before anything is built.
 */
export const fileVariables: readonly string[] = [
  ...Object.values(secretVariables),
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

const MAX_BYTES = 16 * 1024;

/**
 * The value of a variable, from the environment or from the file that `NAME_FILE` names, without line ends after it. Calls
 * `fault` with a sentence, which never has the value, when both are set or the file has none.
 */
export function readGiven(source: NodeJS.ProcessEnv, name: string, fault: (sentence: string) => void): string | undefined {
  const file = fileVariables.includes(name) ? (source[`${name}_FILE`] ?? "").trim() : "";
  const own = source[name];
  if (file === "") return own;
  if ((own ?? "").trim() === "") return readSecretFile(name, file, fault);
  fault(`${name} and ${name}_FILE are both set: set one of them.`);
  return undefined;
}

function readSecretFile(name: string, file: string, fault: (sentence: string) => void): string | undefined {
  try {
    const facts = statSync(file);
    const isTooLarge = facts.isFile() && facts.size > MAX_BYTES;
    const text = isTooLarge ? "" : readFileSync(file, "utf8").replace(/(?<![\r\n])[\r\n]+$/, "");
    if (text.trim() !== "") return text;
    fault(`${name}_FILE names a file that ${isTooLarge ? "is larger than 16 KB" : "is empty"}: it must hold the value of ${name} alone.`);
  } catch (error) {
    fault(`${name}_FILE names a file that cannot be read (${errorCode(error) ?? "unknown error"}).`);
  }
  return undefined;
}

/** The value of one secret variable, or of its file; empty when there is none. Throws an EnvError as `readEnv` does. */
export function readSecretVariable(source: NodeJS.ProcessEnv, name: string): string {
  const faults: string[] = [];
  const value = readGiven(source, name, (sentence) => faults.push(sentence));
  if (faults.length > 0) throw new EnvError(faults);
  return value ?? "";
}
