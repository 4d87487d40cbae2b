import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Refusal } from "./refusal.mjs";

const port = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535 ? null : "must be a whole number from 1 to 65535";
const oneOf =
  (...allowed) =>
  (value) =>
    allowed.includes(value) ? null : `must be ${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}`;
const host = (value) =>
  net.isIP(value) !== 0 || /^[A-Za-z0-9.-]{1,253}$/.test(value) ? null : "must be an address such as 127.0.0.1 or 0.0.0.0";

const hosts = (value) =>
  value.split(",").every((each) => /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/.test(each.trim()))
    ? null
    : "must be hosts with commas between, such as typebot.lan or 10.0.0.5:8443";

/** An address with one of the given schemes; `whole` allows a path. */
const address =
  (schemes, { path: withPath = false, example }) =>
  (value) => {
    const wrong = `must be an address such as ${example}`;
    if (!URL.canParse(value)) return wrong;
    const url = new URL(value);
    if (!schemes.includes(url.protocol) || !url.hostname) return wrong;
    if (!withPath && (url.pathname !== "/" || url.search || url.hash || url.username))
      return `must have no path, query or user: ${url.origin}`;
    return null;
  };

/** A bucket with its key; the processes check the rest. */
const bucket = (value) => {
  const example = "s3://KEY:SECRET@s3.sa-east-1.amazonaws.com/bucket?region=sa-east-1, with / and + of the secret as %2F and %2B";
  if (!URL.canParse(value)) return `must be an address such as ${example}`;
  const { protocol, hostname, username, password, pathname } = new URL(value);
  const isWhole = hostname && username && password && pathname.length > 1;
  return ["s3:", "s3+https:", "s3+http:"].includes(protocol) && isWhole ? null : `must be an address such as ${example}`;
};

const roles = (value) => {
  const roles = ["lanes", "sessions", "timers"];
  return value.split(",").every((role) => roles.includes(role.trim())) ? null : `must be some of ${roles.join(", ")}, with commas between`;
};
const upTo = (max) => (value) => (/^\d{1,9}$/.test(value) && Number(value) <= max ? null : `must be a whole number from 0 to ${max}`);
const password = (value) => {
  const classes = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  const length = [...value].length;
  const isStrong = length >= 8 && length <= 50 && classes.every((each) => each.test(value));
  return isStrong ? null : "must have 8 to 50 characters with an upper-case letter, a lower-case letter, a digit and a special character";
};
const secret = (value) => (value.length >= 32 ? null : "must have at least 32 characters; leave it out to have one made");

/** A folder or file, with `~` for this user's home as in a shell; homes of other users (`~name`) are refused. */
const place = (value) => {
  if (value.includes("\0")) return "must be a path";
  return /^~[^/]/.test(value) ? "must not name the home folder of another user (~name): write the whole path" : null;
};
const expandHome = (value) => (value === "~" || value.startsWith("~/") ? path.join(os.homedir(), value.slice(1)) : value);

/**
 * Every variable of `npm start`, with the check of its value. .env.example explains each.
 * The processes check their variables again; this check reports a mistake before anything is installed.
 */
export const VARIABLES = {
  PORT: port,
  HOST: host,
  DATA_DIR: place,
  DATABASE_URL: address(["postgres:", "postgresql:"], { path: true, example: "postgres://user:password@localhost:5432/balcao" }),
  DATABASE_REPLICA_URL: address(["postgres:", "postgresql:"], { path: true, example: "postgres://user:password@replica:5432/balcao" }),
  POSTGRES_SHARED_BUFFERS: (value) => (/^[1-9]\d{0,8}[kMG]B$/.test(value) ? null : "must be a size such as 512MB or 2GB"),
  REDIS_URL: address(["redis:", "rediss:"], { path: true, example: "redis://localhost:6379" }),
  FILES_URL: bucket,
  FILES_PUBLIC_URL: address(["http:", "https:"], { example: "https://files.example.com" }),
  PUBLIC_URL: address(["http:", "https:"], { example: "https://inbox.example.com" }),
  WEBHOOK_BASE_URL: address(["http:", "https:"], { example: "http://10.0.0.5:3000" }),
  TRUST_PROXY: upTo(10),
  ROLES: roles,
  ADMIN_EMAIL: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : "must be an e-mail address"),
  ADMIN_PASSWORD: password,
  APP_NAME: () => null,
  TRANSPORT_SECRET: secret,
  JWT_SECRET: secret,
  JWT_REFRESH_SECRET: secret,
  MEDIA_SECRET: secret,
  SESSION_ENCRYPTION_KEY: secret,
  METRICS_TOKEN: secret,
  VAPID_SECRET: secret,
  MEOW_URL: address(["http:", "https:"], { path: true, example: "http://localhost:8080" }),
  MEOW_ADMIN_TOKEN: (value) => (/^\S{8,}$/.test(value) ? null : "must have at least 8 characters and no spaces"),
  WHATSAPP_WS_URL: address(["ws:", "wss:"], { path: true, example: "wss://web.whatsapp.com/ws/chat" }),
  WHATSAPP_VERSION: (value) =>
    /^\d{1,9}\.\d{1,9}\.\d{1,12}$/.test(value) ? null : "must be three numbers with dots, such as 2.3000.1043857760",
  GRAPH_URL: address(["http:", "https:"], { path: true, example: "https://graph.facebook.com" }),
  GRAPH_VERSION: (value) => (/^v\d{1,3}\.\d{1,2}$/.test(value) ? null : "must look like v26.0"),
  META_APP_SECRET: () => null,
  META_VERIFY_TOKEN: () => null,
  FFMPEG_PATH: place,
  CHROMIUM_PATH: (value) => (/^~?\//.test(value) ? null : "must be the full path of a Chromium"),
  CHROMIUM_ARGS: (value) => (value.startsWith("--") ? null : "must be arguments that begin with --"),
  WWEBJS_SESSIONS_MAX: upTo(100),
  WWEBJS_PAGE_DIR: place,
  WWEBJS_PAGE_VERSION: () => null,
  SIMULATOR: oneOf("on", "off"),
  SIMULATOR_PORT: port,
  PHONE_PORT: port,
  LICENCE_URL: address(["http:", "https:"], { path: true, example: "https://admin.example.com" }),
  LICENCE_COMPANY_ID: () => null,
  LICENCE_SUPPORT: () => null,
  LICENCE_FINANCE: () => null,
  AI_URL: address(["http:", "https:"], { path: true, example: "https://api.openai.com/v1" }),
  AI_KEY: () => null,
  AI_MODEL: () => null,
  AI_TRANSCRIBE_MODEL: () => null,
  AI_REQUESTS_PER_DAY: upTo(1_000_000),
  CHATBOT_INTERNAL_HOSTS: hosts,
  WEBHOOK_INTERNAL_HOSTS: hosts,
  INVOICES_URL: address(["http:", "https:"], { path: true, example: "https://invoices.example.com" }),
  COMPANY_TAX_ID: () => null,
  PUSH_LOOPBACK_PORT: port,
  METRICS_PORT: port,
  ALERT_WEBHOOK_URL: address(["http:", "https:"], { path: true, example: "https://alerts.example.com/balcao" }),
  ALERT_WEBHOOK_SECRET: secret,
  SMTP_URL: address(["smtp:", "smtps:"], { path: true, example: "smtps://user:password@mail.example.com:465" }),
  SMTP_FROM: (value) => (/^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/.test(value) ? null : "must be an e-mail address, such as balcao@example.com"),
  OIDC_ISSUER: address(["http:", "https:"], { path: true, example: "https://login.example.com/realms/company" }),
  OIDC_CLIENT_ID: () => null,
  OIDC_CLIENT_SECRET: () => null,
  OIDC_NAME: (value) => (value.length <= 40 ? null : "must have at most 40 characters"),
  OIDC_SCOPES: (value) => (value.split(/\s+/).includes("openid") ? null : "must be words with spaces between, one of them openid"),
  OIDC_PEOPLE: oneOf("known", "new"),
  OIDC_CLAIMS: () => null,
  OIDC_SIGN_OUT: oneOf("here", "provider"),
  PASSWORD_SIGN_IN: () => null,
  OTEL_EXPORTER_OTLP_ENDPOINT: address(["http:", "https:"], { path: true, example: "http://localhost:4318" }),
  OTEL_EXPORTER_OTLP_HEADERS: () => null,
  OTEL_TRACES_SAMPLER: oneOf("always_on", "traceidratio", "parentbased_always_on", "parentbased_traceidratio"),
  OTEL_TRACES_SAMPLER_ARG: (value) => (Number(value) >= 0 && Number(value) <= 1 ? null : "must be a number from 0 to 1, such as 0.1"),
  BACKUP_PASSPHRASE: (value) => (value.length >= 12 ? null : "must have at least 12 characters"),
  RATE_LIMIT_PER_MINUTE: upTo(1_000_000),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
};

/** Checks that parts which run at the same time have different ports; otherwise each would report the other as a foreign program. */
function samePorts(env) {
  const ports = [
    ["PORT", env.PORT ?? "3000"],
    ...(env.SIMULATOR === "off" ? [] : ["PHONE_PORT", "SIMULATOR_PORT"].map((name) => [name, env[name]])),
    ["METRICS_PORT", env.METRICS_PORT],
  ].filter(([, value]) => value !== undefined);
  return ports.flatMap(([name, value], index) =>
    ports.slice(index + 1).flatMap(([other, same]) => (Number(same) === Number(value) ? [`${name} and ${other} must differ.`] : [])),
  );
}

function contradictions(env) {
  const found = samePorts(env);
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD)) found.push("ADMIN_EMAIL and ADMIN_PASSWORD must be set together.");
  if (Boolean(env.LICENCE_URL) !== Boolean(env.LICENCE_COMPANY_ID)) found.push("LICENCE_URL and LICENCE_COMPANY_ID must be set together.");
  if (new Set([env.AI_URL, env.AI_KEY, env.AI_MODEL].map(Boolean)).size > 1)
    found.push("AI_URL, AI_KEY and AI_MODEL must be set together.");
  if (env.AI_TRANSCRIBE_MODEL && !env.AI_URL) found.push("AI_TRANSCRIBE_MODEL needs AI_URL, AI_KEY and AI_MODEL.");
  if (Boolean(env.ALERT_WEBHOOK_URL) !== Boolean(env.ALERT_WEBHOOK_SECRET))
    found.push("ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET must be set together.");
  if (Boolean(env.SMTP_URL) !== Boolean(env.SMTP_FROM)) found.push("SMTP_URL and SMTP_FROM must be set together.");
  if (Boolean(env.OIDC_ISSUER) !== Boolean(env.OIDC_CLIENT_ID)) found.push("OIDC_ISSUER and OIDC_CLIENT_ID must be set together.");
  for (const name of ["OIDC_CLIENT_SECRET", "OIDC_NAME", "OIDC_SCOPES", "OIDC_PEOPLE", "OIDC_CLAIMS", "OIDC_SIGN_OUT"])
    if (env[name] && !env.OIDC_ISSUER) found.push(`${name} needs OIDC_ISSUER, the address of the provider.`);
  if (env.PASSWORD_SIGN_IN && env.PASSWORD_SIGN_IN !== "everyone" && !env.OIDC_ISSUER)
    found.push("PASSWORD_SIGN_IN needs OIDC_ISSUER: without a provider people sign in by password alone.");
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    found.push("DATABASE_REPLICA_URL needs DATABASE_URL, the server that it is a replica of.");
  if (env.FILES_PUBLIC_URL && !env.FILES_URL) found.push("FILES_PUBLIC_URL needs FILES_URL, the bucket of the files.");
  if (Boolean(env.WWEBJS_PAGE_DIR) !== Boolean(env.WWEBJS_PAGE_VERSION))
    found.push("WWEBJS_PAGE_DIR and WWEBJS_PAGE_VERSION must be set together.");
  if (Boolean(env.INVOICES_URL) !== Boolean(env.COMPANY_TAX_ID)) found.push("INVOICES_URL and COMPANY_TAX_ID must be set together.");
  if (env.MEOW_URL && !env.MEOW_ADMIN_TOKEN) found.push("MEOW_URL needs MEOW_ADMIN_TOKEN, the administrator's token of that WuzAPI.");
  if (env.SIMULATOR === "off" && env.MEOW_ADMIN_TOKEN && !env.MEOW_URL)
    found.push("MEOW_ADMIN_TOKEN needs MEOW_URL, the address of that WuzAPI.");
  if (env.SIMULATOR === "on" && env.MEOW_URL)
    found.push("SIMULATOR=on and MEOW_URL exclude each other: the simulator would stand in for that WuzAPI. Unset one of them.");
  if (env.SIMULATOR === "on" && env.PUBLIC_URL?.startsWith("https:")) {
    found.push(
      "SIMULATOR=on is refused behind an https PUBLIC_URL: simulated customers have no place in a public installation. Set SIMULATOR=off.",
    );
  }
  return found;
}

/**
 * The settings of `npm start` from its variables. Refuses all that are wrong at once, each by its name; a value is never
 * repeated, because it may be a secret.
 */
export function readSettings(env, root) {
  const wrong = [];
  for (const [name, check] of Object.entries(VARIABLES)) {
    const problem = env[name] === undefined ? null : check(env[name]);
    if (problem) wrong.push(`${name} ${problem}.`);
  }
  if (wrong.length === 0) wrong.push(...contradictions(env));
  if (wrong.length > 0)
    throw new Refusal(wrong.join("\n"), "Correct this in the environment or in .env; .env.example explains every variable.");
  return {
    port: Number(env.PORT ?? 3000),
    host: env.HOST ?? "127.0.0.1",
    dataDir: path.resolve(root, expandHome(env.DATA_DIR ?? ".data")),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    postgresSettings: env.POSTGRES_SHARED_BUFFERS === undefined ? {} : { shared_buffers: env.POSTGRES_SHARED_BUFFERS },
    publicUrl: env.PUBLIC_URL,
    simulator: env.SIMULATOR === undefined ? !env.MEOW_URL && !env.PUBLIC_URL?.startsWith("https:") : env.SIMULATOR === "on",
    simulatorPort: env.SIMULATOR_PORT === undefined ? undefined : Number(env.SIMULATOR_PORT),
    phonePort: env.PHONE_PORT === undefined ? undefined : Number(env.PHONE_PORT),
  };
}
