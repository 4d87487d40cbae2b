import { RepairableError } from "../errors/index.js";
import type { BucketAddress } from "../files/bucketAddress.js";

/** The tasks of a worker process: draining lanes, running gateway sessions, running timers. */
export type Role = "lanes" | "sessions" | "timers";

export const roles = ["lanes", "sessions", "timers"] as const satisfies readonly Role[];

/** The program that reads its configuration: `api` needs no admin token of WuzAPI. */
export type Program = "api" | "worker";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

/** Secrets from variables; an undefined one is read from DATA_DIR/secrets.json. */
export type GivenSecrets = Readonly<{
  accessTokenKey: string | undefined;
  refreshKey: string | undefined;
  mediaKey: string | undefined;
  sessionEncryptionKey: string | undefined;
  transportSecret: string | undefined;
  metricsToken: string | undefined;
  vapidKey: string | undefined;
}>;

/** The variable of each secret. */
export const secretVariables = {
  accessTokenKey: "JWT_SECRET",
  refreshKey: "JWT_REFRESH_SECRET",
  mediaKey: "MEDIA_SECRET",
  sessionEncryptionKey: "SESSION_ENCRYPTION_KEY",
  transportSecret: "TRANSPORT_SECRET",
  metricsToken: "METRICS_TOKEN",
  vapidKey: "VAPID_SECRET",
} as const satisfies Record<keyof GivenSecrets, string>;

/** The validated configuration of a process; frozen, so that it cannot change after the start. */
export type Env = Readonly<{
  nodeEnv: "development" | "production" | "test";
  appName: string;
  host: string;
  port: number;
  /** Absolute path of the folder that holds files, secrets and (embedded) databases. */
  dataDir: string;
  databaseUrl: string;
  /** A streaming replica of that database for reads that may be some seconds old. */
  databaseReplicaUrl: string | undefined;
  redisUrl: string | undefined;
  /** The bucket of the files; undefined: they are in the data folder. */
  files: Readonly<{ address: BucketAddress; publicOrigin: string | undefined }> | undefined;
  /** The origin of the app for people, without a trailing slash. */
  publicUrl: string;
  /** True when people use https: decides cookie names, Secure and HSTS. */
  isHttps: boolean;
  /** The origin of our webhooks for gateways, without a trailing slash. */
  webhookBaseUrl: string;
  /** Number of reverse proxies in front of the api; 0 trusts no forwarded header. */
  trustProxy: number;
  roles: readonly Role[];
  /** The first administrator, used only when the database has no user yet. */
  firstAdmin: Readonly<{ email: string; password: string }> | undefined;
  meow: Readonly<{ url: string; adminToken: string }> | undefined;
  /** Whether meow connections can be created; the api needs nothing else about WuzAPI. */
  isMeowOffered: boolean;
  /** Overrides for WhatsApp's own protocol: the server, and the version of WhatsApp Web. */
  whatsapp: Readonly<{ url: string | undefined; version: readonly [number, number, number] | undefined }>;
  /** API 1: WhatsApp Web, in one Chromium per connection. */
  wwebjs: Readonly<{
    /** The Chromium to run; undefined uses the system's or Playwright's. */
    chromiumPath: string | undefined;
    chromiumArgs: readonly string[];
    /** The largest number of browsers of one worker. */
    sessionsMax: number;
    /**
     * A saved page of WhatsApp Web to open in place of the newest one: `<folder>/<version>.html`.
     */
    savedPage: Readonly<{ folder: string; version: string }> | undefined;
  }>;
  /**
   * Meta's Graph API and the secrets that verify its webhooks; with an empty secret no webhook is
   * accepted.
   */
  graph: Readonly<{ url: string; version: string; appSecret: string; verifyToken: string }>;
  isSimulatorOn: boolean;
  /** The address of the simulated phone, if there is one. */
  phoneUrl: string | undefined;
  /** The service that reports whether this company's system is blocked (D-009). */
  licence: Readonly<{ url: string; companyId: string; support: string; finance: string }> | undefined;
  /** The server of AI summaries and transcriptions, with its models, and how many requests a person has on a day. */
  ai: Readonly<{ url: string; key: string; model: string; transcribeModel: string | undefined; requestsPerDay: number }> | undefined;
  /** Hosts within the company's network that chatbots may be at, with their port unless it is 443. */
  chatbotInternalHosts: readonly string[];
  /** The same for the receivers of webhooks (D-605). */
  webhookInternalHosts: readonly string[];
  /** The site of the company's invoices, and the company's tax id. */
  invoices: Readonly<{ url: string; taxId: string }> | undefined;
  /** A push service of tests on 127.0.0.1; undefined in production. */
  pushLoopbackPort: number | undefined;
  /** Requests per minute and session; 0 switches the limit off. */
  rateLimitPerMinute: number;
  /** The port at which a worker serves its metrics; undefined: it serves none. */
  metricsPort: number | undefined;
  /** Where alerts go besides the browsers of administrators: an address that checks signatures, and a server of mails with the sender's address. */
  alerts: Readonly<{
    webhook: Readonly<{ url: string; secret: string }> | undefined;
    mail: Readonly<{ url: string; from: string }> | undefined;
  }>;
  /** The provider by which people sign in, and what its claims give (D-660). */
  oidc:
    | Readonly<{
        issuer: string;
        clientId: string;
        clientSecret: string | undefined;
        /** On the button; empty for a general one. */
        name: string;
        scopes: string;
        /** `new`: who has no account gets one. */
        people: "known" | "new";
        signOut: "here" | "provider";
        claims: readonly Readonly<{ claim: string; value: string; profile?: "user" | "gerente" | "admin"; queue?: string }>[];
      }>
    | undefined;
  /** Who may sign in by password: everybody, administrators, or those with these e-mails (D-662). */
  passwordSignIn: "everyone" | "administrators" | readonly string[];
  /**
   * Where traces are sent, with the headers that this needs, and the share of traces from 0 to 1;
   * undefined: nothing is traced.
   */
  tracing: Readonly<{ url: string; headers: Readonly<Record<string, string>>; share: number }> | undefined;
  logLevel: LogLevel;
  /** The ffmpeg for voice notes: a name on the PATH or a path. */
  ffmpegPath: string;
  /** Folder of the built web app that the api serves; undefined serves only the API. */
  webDist: string | undefined;
  givenSecrets: GivenSecrets;
}>;

/** The configuration is invalid. Every fault names its variable and never a value (S-01). */
export class EnvError extends RepairableError {
  override readonly name = "EnvError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}
