import net from "node:net";
import path from "node:path";
import { isCommonPassword } from "../passwords/index.js";
import { readAi, readTracing } from "./readTracing.js";
import { readAlerts } from "./readAlerts.js";
import { readFiles } from "./readFiles.js";
import { readOidc, readPasswordSignIn } from "./readOidc.js";
import { EnvError, logLevels, roles, secretVariables, type Env, type GivenSecrets, type Program } from "./env.js";
import { Variables } from "./variables.js";

/** Default secrets of other products, which anybody can look up. */
const knownSecrets = ["mysecret", "myanothersecret", "changeme", "change-me", "secret", "password", "default"];
const shortestSecret = 32;

/**
 * The validated, frozen configuration of this process. Throws one EnvError with a sentence for
 * every fault; sentences name variables, never values. An empty variable counts as absent.
 */
export function readEnv(source: NodeJS.ProcessEnv, program: Program = "worker"): Env {
  const variables = new Variables(source);
  const port = variables.integer("PORT", 3000, 1, 65_535);
  const publicUrl = variables.origin("PUBLIC_URL") ?? `http://localhost:${port}`;
  const isHttps = publicUrl.startsWith("https:");
  const webDist = variables.path("WEB_DIST");

  const env: Env = {
    nodeEnv: variables.oneOf("NODE_ENV", ["development", "production", "test"], "development"),
    appName: variables.text("APP_NAME") ?? "Balcão",
    host: readHost(variables),
    port,
    dataDir: path.resolve(variables.path("DATA_DIR") ?? ".data"),
    databaseUrl: readDatabaseUrl(variables),
    databaseReplicaUrl: readReplicaUrl(variables, program),
    redisUrl: variables.url("REDIS_URL", ["redis:", "rediss:"])?.href,
    files: readFiles(variables, isHttps),
    publicUrl,
    isHttps,
    webhookBaseUrl: variables.origin("WEBHOOK_BASE_URL") ?? publicUrl,
    trustProxy: variables.integer("TRUST_PROXY", 0, 0, 10),
    roles: variables.listOf("ROLES", roles),
    firstAdmin: readFirstAdmin(variables),
    meow: program === "api" ? undefined : readMeow(variables),
    isMeowOffered: variables.url("MEOW_URL", ["http:", "https:"]) !== undefined,
    whatsapp: { url: readWhatsappUrl(variables), version: readWhatsappVersion(variables) },
    wwebjs: readWwebjs(variables),
    graph: readGraph(variables),
    isSimulatorOn: readSimulator(variables, isHttps),
    phoneUrl: variables.origin("PHONE_URL"),
    licence: readLicence(variables),
    ai: readAi(variables),
    chatbotInternalHosts: variables.hosts("CHATBOT_INTERNAL_HOSTS"),
    webhookInternalHosts: variables.hosts("WEBHOOK_INTERNAL_HOSTS"),
    invoices: readInvoices(variables),
    pushLoopbackPort: readPushLoopbackPort(variables),
    rateLimitPerMinute: variables.integer("RATE_LIMIT_PER_MINUTE", 300, 0, 1_000_000),
    metricsPort: readMetricsPort(variables, program),
    alerts: readAlerts(variables),
    oidc: readOidc(variables),
    passwordSignIn: readPasswordSignIn(variables),
    tracing: readTracing(variables),
    logLevel: variables.oneOf("LOG_LEVEL", logLevels, "info"),
    ffmpegPath: variables.path("FFMPEG_PATH") ?? "ffmpeg",
    webDist: webDist === undefined ? undefined : path.resolve(webDist),
    givenSecrets: readSecrets(variables),
  };
  if (variables.faults.length > 0) throw new EnvError(variables.faults);
  return deepFreeze(env);
}

function readHost(variables: Variables): string {
  const host = variables.text("HOST") ?? "127.0.0.1";
  if (net.isIP(host) === 0 && !/^[A-Za-z0-9.-]{1,253}$/.test(host))
    variables.fault("HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0.");
  return host;
}

function readDatabaseUrl(variables: Variables): string {
  if (variables.text("DATABASE_URL") === undefined) {
    variables.fault(
      "DATABASE_URL is missing: set it to postgres://user:password@host:5432/name, or use `npm start`, which brings its own PostgreSQL.",
    );
    return "";
  }
  const [, authority = ""] = /^postgres(?:ql)?:\/\/([^/?]*)/.exec(variables.text("DATABASE_URL") ?? "") ?? [];
  if (authority.split("@").at(-1)?.includes(",")) {
    variables.fault("DATABASE_URL names several hosts: name one address that follows the main server (docs/POSTGRESQL.md).");
    return "";
  }
  return variables.url("DATABASE_URL", ["postgres:", "postgresql:"])?.href ?? "";
}

/** The worker reads nothing that may be old. */
function readReplicaUrl(variables: Variables, program: Program): string | undefined {
  return program === "api" ? variables.url("DATABASE_REPLICA_URL", ["postgres:", "postgresql:"])?.href : undefined;
}

function readFirstAdmin(variables: Variables): Env["firstAdmin"] {
  const email = variables.text("ADMIN_EMAIL");
  const password = variables.exact("ADMIN_PASSWORD");
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    return variables.fault("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both, or neither to have a password made.");
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 254) variables.fault("ADMIN_EMAIL must be an e-mail address.");
  if (!isStrongPassword(password)) {
    variables.fault(
      "ADMIN_PASSWORD must have 8 to 50 characters with an upper-case letter, a lower-case letter, a digit and a special character.",
    );
  } else if (isCommonPassword(password)) {
    variables.fault("ADMIN_PASSWORD is one of the commonest passwords: choose another one, or leave it out to have one made.");
  }
  return { email: email.toLowerCase(), password };
}

/** The password rule of D-113, for the only password that is not entered in the app. */
function isStrongPassword(password: string): boolean {
  const length = [...password].length;
  const classes = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  return length >= 8 && length <= 50 && classes.every((each) => each.test(password));
}

function readMeow(variables: Variables): Env["meow"] {
  const adminToken = variables.word("MEOW_ADMIN_TOKEN");
  const isUrlGiven = variables.text("MEOW_URL") !== undefined;
  const url = variables.url("MEOW_URL", ["http:", "https:"]);
  if (isUrlGiven !== (variables.text("MEOW_ADMIN_TOKEN") !== undefined)) {
    return variables.fault("MEOW_URL and MEOW_ADMIN_TOKEN belong together: set both or neither.");
  }
  if (url === undefined || adminToken === undefined) return undefined;
  return { url: url.href.replace(/(?<!\/)\/+$/, ""), adminToken };
}

/**
 * Only TLS proves the server's identity, because the library does not check the protocol's own
 * certificates.
 */
function readWhatsappUrl(variables: Variables): string | undefined {
  const url = variables.url("WHATSAPP_WS_URL", ["ws:", "wss:"]);
  if (url?.protocol === "ws:" && !["127.0.0.1", "localhost", "[::1]"].includes(url.hostname)) {
    return variables.fault("WHATSAPP_WS_URL must begin with wss:// unless it is on this machine: over ws:// nobody proves to be WhatsApp.");
  }
  return url?.href;
}

function readWhatsappVersion(variables: Variables): Env["whatsapp"]["version"] {
  const text = variables.text("WHATSAPP_VERSION");
  if (text === undefined) return undefined;
  const numbers = /^(\d{1,9})\.(\d{1,9})\.(\d{1,12})$/.exec(text);
  if (numbers === null) return variables.fault("WHATSAPP_VERSION must be three numbers with dots, such as 2.3000.1043857760.");
  return [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])];
}

function readWwebjs(variables: Variables): Env["wwebjs"] {
  const folder = variables.path("WWEBJS_PAGE_DIR");
  const version = variables.text("WWEBJS_PAGE_VERSION");
  if ((folder === undefined) !== (version === undefined)) {
    variables.fault("WWEBJS_PAGE_DIR and WWEBJS_PAGE_VERSION belong together: set both, or neither to open the newest WhatsApp Web.");
  }
  if (version !== undefined && !/^[\w.-]{1,60}$/.test(version)) {
    variables.fault("WWEBJS_PAGE_VERSION must be a version such as 2.3000.1017054665: letters, digits, dots and dashes.");
  }
  const chromiumPath = variables.path("CHROMIUM_PATH");
  if (chromiumPath !== undefined && !path.isAbsolute(chromiumPath)) variables.fault("CHROMIUM_PATH must be the full path of a Chromium.");
  const chromiumArgs = variables.text("CHROMIUM_ARGS")?.split(/\s+(?=--)/) ?? [];
  if (chromiumArgs.some((each) => !each.startsWith("--"))) variables.fault("CHROMIUM_ARGS must be arguments that begin with --.");
  return {
    chromiumPath,
    chromiumArgs,
    sessionsMax: variables.integer("WWEBJS_SESSIONS_MAX", 4, 0, 100),
    savedPage: folder === undefined || version === undefined ? undefined : { folder: path.resolve(folder), version },
  };
}

function readGraph(variables: Variables): Env["graph"] {
  const url = variables.url("GRAPH_URL", ["http:", "https:"])?.href ?? "https://graph.facebook.com";
  const version = variables.text("GRAPH_VERSION") ?? "v26.0";
  if (!/^v\d{1,3}\.\d{1,2}$/.test(version)) variables.fault("GRAPH_VERSION must look like v26.0.");
  return {
    url: url.replace(/(?<!\/)\/+$/, ""),
    version,
    appSecret: variables.text("META_APP_SECRET") ?? "",
    verifyToken: variables.text("META_VERIFY_TOKEN") ?? "",
  };
}

function readSimulator(variables: Variables, isHttps: boolean): boolean {
  const isOn = variables.oneOf("SIMULATOR", ["on", "off"], "off") === "on";
  if (isOn && isHttps) {
    variables.fault("SIMULATOR must be off behind an https PUBLIC_URL: the simulator plays customers without any login.");
  }
  return isOn;
}

/** Anybody who signs in could otherwise make a production server call its own machine. */
function readPushLoopbackPort(variables: Variables): number | undefined {
  const port = variables.integer("PUSH_LOOPBACK_PORT", 0, 0, 65_535);
  if (port === 0) return undefined;
  if (variables.text("NODE_ENV") !== "test") return variables.fault("PUSH_LOOPBACK_PORT is for tests: leave it out.");
  return port;
}

function readMetricsPort(variables: Variables, program: Program): number | undefined {
  return program === "api" || variables.text("METRICS_PORT") === undefined ? undefined : variables.integer("METRICS_PORT", 9464, 1, 65_535);
}

function readLicence(variables: Variables): Env["licence"] {
  const companyId = variables.text("LICENCE_COMPANY_ID");
  const isUrlGiven = variables.text("LICENCE_URL") !== undefined;
  const url = variables.url("LICENCE_URL", ["http:", "https:"]);
  if (isUrlGiven !== (companyId !== undefined)) {
    return variables.fault("LICENCE_URL and LICENCE_COMPANY_ID belong together: set both, or neither to check nothing.");
  }
  if (url === undefined || companyId === undefined) return undefined;
  return {
    url: url.href.replace(/(?<!\/)\/+$/, ""),
    companyId,
    support: variables.text("LICENCE_SUPPORT") ?? "",
    finance: variables.text("LICENCE_FINANCE") ?? "",
  };
}

function readInvoices(variables: Variables): Env["invoices"] {
  const given = variables.text("COMPANY_TAX_ID");
  const isUrlGiven = variables.text("INVOICES_URL") !== undefined;
  const url = variables.url("INVOICES_URL", ["http:", "https:"]);
  if (isUrlGiven !== (given !== undefined)) {
    return variables.fault("INVOICES_URL and COMPANY_TAX_ID belong together: set both, or neither to hide the invoices.");
  }
  if (url === undefined || given === undefined) return undefined;
  const taxId = given.replaceAll(/[.\-/\s]/g, "");
  if (!/^\d{8,20}$/.test(taxId)) return variables.fault("COMPANY_TAX_ID must have 8 to 20 digits.");
  return { url: url.href, taxId };
}

function readSecrets(variables: Variables): GivenSecrets {
  const seen = new Map<string, string>();
  const read = (secret: keyof GivenSecrets): string | undefined => {
    const name = secretVariables[secret];
    const value = variables.text(name);
    if (value === undefined) return undefined;
    const twin = seen.get(value);
    seen.set(value, name);
    if (knownSecrets.includes(value.toLowerCase())) {
      return variables.fault(`${name} is a well-known default: leave it out to have one made, or set ${shortestSecret} random characters.`);
    }
    if (value.length < shortestSecret) {
      return variables.fault(
        `${name} must have at least ${shortestSecret} characters: leave it out to have one made, or use \`openssl rand -base64 32\`.`,
      );
    }
    if (twin !== undefined) return variables.fault(`${name} must differ from ${twin}.`);
    return value;
  };
  return {
    accessTokenKey: read("accessTokenKey"),
    refreshKey: read("refreshKey"),
    mediaKey: read("mediaKey"),
    sessionEncryptionKey: read("sessionEncryptionKey"),
    transportSecret: read("transportSecret"),
    metricsToken: read("metricsToken"),
    vapidKey: read("vapidKey"),
  };
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === "object" && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
