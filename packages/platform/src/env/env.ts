/** What a worker process does: drain lanes, own gateway sessions, run timers. */
export type Role = "lanes" | "sessions" | "timers";

export const roles = ["lanes", "sessions", "timers"] as const satisfies readonly Role[];

/** The program that reads its configuration: `api` needs no token of a WuzAPI's administrator. */
export type Program = "api" | "worker";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Secrets that came as variables; what is undefined here is read from DATA_DIR/secrets.json. */
export type GivenSecrets = Readonly<{
  accessTokenKey: string | undefined;
  refreshKey: string | undefined;
  mediaKey: string | undefined;
  sessionEncryptionKey: string | undefined;
  transportSecret: string | undefined;
  metricsToken: string | undefined;
}>;

/** The variable that may carry each secret. */
export const secretVariables = {
  accessTokenKey: "JWT_SECRET",
  refreshKey: "JWT_REFRESH_SECRET",
  mediaKey: "MEDIA_SECRET",
  sessionEncryptionKey: "SESSION_ENCRYPTION_KEY",
  transportSecret: "TRANSPORT_SECRET",
  metricsToken: "METRICS_TOKEN",
} as const satisfies Record<keyof GivenSecrets, string>;

/** The validated configuration of a process; frozen, so nobody changes it after the start. */
export type Env = Readonly<{
  nodeEnv: "development" | "production" | "test";
  appName: string;
  host: string;
  port: number;
  /** Absolute path of the folder that holds files, secrets and (embedded) databases. */
  dataDir: string;
  databaseUrl: string;
  redisUrl: string | undefined;
  /** Origin under which people open the app, without a trailing slash. */
  publicUrl: string;
  /** True when people come over https: decides cookie names, Secure and HSTS. */
  isHttps: boolean;
  /** Origin under which gateways reach our webhooks, without a trailing slash. */
  webhookBaseUrl: string;
  /** Number of reverse proxies in front of the api; 0 trusts no forwarded header. */
  trustProxy: number;
  roles: readonly Role[];
  /** The first administrator, used only when the database has no user yet. */
  firstAdmin: Readonly<{ email: string; password: string }> | undefined;
  meow: Readonly<{ url: string; adminToken: string }> | undefined;
  /** Whether connections of type meow can be made: the api needs no more than that of a WuzAPI. */
  isMeowOffered: boolean;
  /** WhatsApp's own protocol: another server than the real one, and another version of WhatsApp Web than the library's. */
  whatsapp: Readonly<{ url: string | undefined; version: readonly [number, number, number] | undefined }>;
  /** API 1: WhatsApp Web in a Chromium of its own per connection. */
  wwebjs: Readonly<{
    /** A Chromium to run; undefined takes the system's or Playwright's. */
    chromiumPath: string | undefined;
    chromiumArgs: readonly string[];
    /** Browsers that one worker runs at most. */
    sessionsMax: number;
    /** A saved page of WhatsApp Web to open instead of the newest: `<folder>/<version>.html`. */
    savedPage: Readonly<{ folder: string; version: string }> | undefined;
  }>;
  /** The Graph API of Meta and what proves its webhooks; empty texts prove nothing, so nothing is accepted. */
  graph: Readonly<{ url: string; version: string; appSecret: string; verifyToken: string }>;
  isSimulatorOn: boolean;
  /** Where the simulated phone answers, while there is one. */
  phoneUrl: string | undefined;
  /** The service that tells whether this company's system is blocked (AUTH-017, D-009). */
  licence: Readonly<{ url: string; companyId: string; support: string; finance: string }> | undefined;
  /** Requests per minute and session; 0 switches the limit off. */
  rateLimitPerMinute: number;
  logLevel: LogLevel;
  /** The ffmpeg that makes voice notes: a name on the PATH or a path. */
  ffmpegPath: string;
  /** Folder of the built web app that the api serves; undefined serves the API alone. */
  webDist: string | undefined;
  givenSecrets: GivenSecrets;
}>;

/** The configuration cannot be used. Every fault names its variable and never a value (S-01). */
export class EnvError extends Error {
  override readonly name = "EnvError";
  /** EX_CONFIG of sysexits: a supervisor need not try again. */
  readonly exitCode = 78;
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}
