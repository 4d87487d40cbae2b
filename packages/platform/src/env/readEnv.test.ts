import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { EnvError, fileVariables, readEnv, readSecretVariable } from "./index.js";

const DATABASE_URL = "postgres://app:app@127.0.0.1:5432/app";
const long = "k".repeat(32);

function faultsOf(source: NodeJS.ProcessEnv): readonly string[] {
  try {
    readEnv({ DATABASE_URL, ...source });
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
}

describe("readEnv", () => {
  it("gives a working configuration from only the database address", () => {
    const env = readEnv({ DATABASE_URL });
    expect(env).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      dataDir: path.resolve(".data"),
      publicUrl: "http://localhost:3000",
      webhookBaseUrl: "http://localhost:3000",
      isHttps: false,
      trustProxy: 0,
      roles: ["lanes", "sessions", "timers"],
      appName: "Balcão",
      isSimulatorOn: false,
      rateLimitPerMinute: 300,
      logLevel: "info",
      redisUrl: undefined,
      firstAdmin: undefined,
      meow: undefined,
      whatsapp: { url: undefined, version: undefined },
      wwebjs: { chromiumPath: undefined, chromiumArgs: [], sessionsMax: 4, savedPage: undefined },
      graph: { url: "https://graph.facebook.com", version: "v26.0", appSecret: "", verifyToken: "" },
      ffmpegPath: "ffmpeg",
    });
  });

  it("reads the hosts of chatbots within the company's network [D-283]", () => {
    const given = { CHATBOT_INTERNAL_HOSTS: " Typebot.lan:443, 10.0.0.5:8443,[fd00::5]:3000 ," };
    expect(readEnv({ DATABASE_URL, ...given }).chatbotInternalHosts).toEqual(["typebot.lan", "10.0.0.5:8443", "[fd00::5]:3000"]);
    expect(readEnv({ DATABASE_URL }).chatbotInternalHosts).toEqual([]);
    for (const wrong of ["https://typebot.lan", "typebot.lan/bot", "a@typebot.lan", "typebot.lan:99999", "type bot"])
      expect(faultsOf({ CHATBOT_INTERNAL_HOSTS: wrong })).toEqual([expect.stringContaining("CHATBOT_INTERNAL_HOSTS")]);
  });

  it("reads a provider by which people sign in, and who may still use a password [D-660, D-661, D-662]", () => {
    expect(readEnv({ DATABASE_URL })).toMatchObject({ oidc: undefined, passwordSignIn: "everyone" });
    const whole = { OIDC_ISSUER: "https://login.example.com/realms/x/", OIDC_CLIENT_ID: "balcao" };
    const usual = { scopes: "openid email profile", people: "known", signOut: "here", name: "", claims: [], clientSecret: undefined };
    expect(readEnv({ DATABASE_URL, ...whole }).oidc).toEqual({ issuer: whole.OIDC_ISSUER, clientId: "balcao", ...usual });
    const claims = "groups=chefia:gerente; https://x.example/setor=a=b:c:queue Vendas e Pós;";
    expect(readEnv({ DATABASE_URL, ...whole, OIDC_CLAIMS: claims }).oidc?.claims).toEqual([
      { claim: "groups", value: "chefia", profile: "gerente" },
      { claim: "https://x.example/setor", value: "a=b:c", queue: "Vendas e Pós" },
    ]);
    expect(readEnv({ DATABASE_URL, ...whole, PASSWORD_SIGN_IN: "Davi@x.test, nina@x.test" }).passwordSignIn).toEqual([
      "davi@x.test",
      "nina@x.test",
    ]);
    for (const [name, value] of Object.entries({
      OIDC_ISSUER: "http://login.example.com",
      OIDC_CLAIMS: "groups:gerente",
      OIDC_SCOPES: "email",
      OIDC_PEOPLE: "all",
      OIDC_SIGN_OUT: "no",
      OIDC_NAME: "x".repeat(41),
      PASSWORD_SIGN_IN: "nobody",
    }))
      expect(faultsOf({ ...whole, [name]: value })).toEqual([expect.stringContaining(name)]);
    expect(faultsOf({ OIDC_ISSUER: whole.OIDC_ISSUER })).toEqual([expect.stringContaining("OIDC_CLIENT_ID")]);
    expect(faultsOf({ PASSWORD_SIGN_IN: "administrators" })).toEqual([expect.stringContaining("OIDC_ISSUER")]);
    expect(faultsOf({ OIDC_CLIENT_SECRET: "um segredo" })).toEqual([expect.stringMatching(/^OIDC_CLIENT_SECRET (?!.*segredo)/)]);
  });

  it("reads an AI server, whose address, key and model belong together [CONV-039, D-080]", () => {
    expect(readEnv({ DATABASE_URL }).ai).toBeUndefined();
    const whole = { AI_URL: "http://localhost:11434/v1/", AI_KEY: "k", AI_MODEL: "writer" };
    expect(readEnv({ DATABASE_URL, ...whole }).ai).toEqual({
      url: "http://localhost:11434/v1",
      key: "k",
      model: "writer",
      transcribeModel: undefined,
      requestsPerDay: 200,
    });
    expect(readEnv({ DATABASE_URL, ...whole, AI_REQUESTS_PER_DAY: "20" }).ai?.requestsPerDay).toBe(20);
    expect(faultsOf({ ...whole, AI_REQUESTS_PER_DAY: "many" })).toEqual([expect.stringContaining("AI_REQUESTS_PER_DAY")]);
    expect(readEnv({ DATABASE_URL, ...whole, AI_TRANSCRIBE_MODEL: "listener" }).ai?.transcribeModel).toBe("listener");
    expect(faultsOf({ ...whole, AI_KEY: "" })).toEqual([expect.stringContaining("AI_KEY")]);
    expect(faultsOf({ AI_TRANSCRIBE_MODEL: "listener" })).toEqual([expect.stringContaining("AI_TRANSCRIBE_MODEL")]);
    expect(faultsOf({ ...whole, AI_URL: "ftp://models" })).toEqual([expect.stringContaining("AI_URL")]);
  });

  it("reads the receiver of traces by the variables of OpenTelemetry", () => {
    expect(readEnv({ DATABASE_URL, OTEL_EXPORTER_OTLP_HEADERS: "a=b" }).tracing).toBeUndefined();
    const receiver = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318/" };
    expect(readEnv({ DATABASE_URL, ...receiver }).tracing).toEqual({ url: "http://localhost:4318/v1/traces", headers: {}, share: 1 });
    const more = { OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b=, x-team=two", OTEL_TRACES_SAMPLER_ARG: "0.25" };
    expect(readEnv({ DATABASE_URL, ...receiver, ...more, OTEL_TRACES_SAMPLER: "traceidratio" }).tracing).toEqual({
      url: "http://localhost:4318/v1/traces",
      headers: { "x-key": "a b=", "x-team": "two" },
      share: 0.25,
    });
    expect(readEnv({ DATABASE_URL, ...receiver, ...more }).tracing?.share).toBe(1);
    for (const [name, value] of Object.entries({
      OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318",
      OTEL_EXPORTER_OTLP_HEADERS: "secret-key",
      OTEL_TRACES_SAMPLER: "sometimes",
      OTEL_TRACES_SAMPLER_ARG: "1.5",
    }))
      expect(faultsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
    expect(faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: "secret-key" }).join(" ")).not.toContain("secret-key");
  });

  it("reads the bucket of the files and the origin at which browsers reach it, and repeats no key [D-257]", () => {
    expect(readEnv({ DATABASE_URL }).files).toBeUndefined();
    const FILES_URL = "s3://key:hunter%2F2@s3.example.com/files?region=sa-east-1";
    const more = { FILES_PUBLIC_URL: "https://files.example.com", PUBLIC_URL: "https://inbox.example.com" };
    expect(readEnv({ DATABASE_URL, FILES_URL, ...more }).files).toEqual({
      address: {
        endpoint: "https://s3.example.com",
        bucket: "files",
        region: "sa-east-1",
        accessKeyId: "key",
        secretAccessKey: "hunter/2",
        isPathStyle: true,
      },
      publicOrigin: "https://files.example.com",
    });
    const faults = [
      ...faultsOf({ FILES_URL: "s3://key:hunter2@s3.example.com/Files" }),
      ...faultsOf({ FILES_PUBLIC_URL: "https://files.example.com" }),
      ...faultsOf({ FILES_URL, ...more, FILES_PUBLIC_URL: "http://files.example.com" }),
    ];
    expect(faults).toEqual([
      expect.stringMatching(/^FILES_URL must name a bucket/),
      expect.stringMatching(/^FILES_PUBLIC_URL needs FILES_URL/),
      expect.stringMatching(/^FILES_PUBLIC_URL must be https/),
    ]);
    expect(faults.join("")).not.toContain("hunter2");
  });

  it("reads every variable", () => {
    const env = readEnv({
      DATABASE_URL,
      PORT: "8080",
      HOST: "0.0.0.0",
      DATA_DIR: "/var/lib/balcao",
      REDIS_URL: "redis://127.0.0.1:6379/2",
      PUBLIC_URL: "https://inbox.example.com/",
      WEBHOOK_BASE_URL: "http://api:8080",
      TRUST_PROXY: "2",
      ROLES: "timers, lanes",
      ADMIN_EMAIL: "Davi@Example.com",
      ADMIN_PASSWORD: "Çorrect-h0rse",
      TRANSPORT_SECRET: long,
      MEOW_URL: "http://wuzapi:8080/",
      MEOW_ADMIN_TOKEN: "admin-token",
      WHATSAPP_WS_URL: "ws://127.0.0.1:8090/ws/chat",
      WHATSAPP_VERSION: "2.3000.1043857760",
      CHROMIUM_PATH: "/opt/chromium/chromium",
      CHROMIUM_ARGS: "--proxy-server=proxy:3128 --host-resolver-rules=MAP * ~NOTFOUND",
      WWEBJS_SESSIONS_MAX: "2",
      WWEBJS_PAGE_DIR: "/srv/pages",
      WWEBJS_PAGE_VERSION: "2.3000.1017054665",
      GRAPH_URL: "http://127.0.0.1:8090/",
      GRAPH_VERSION: "v25.0",
      META_APP_SECRET: "app-secret",
      META_VERIFY_TOKEN: "verify-token",
      SIMULATOR: "off",
      PHONE_URL: "http://127.0.0.1:3100",
      LICENCE_URL: "https://admin.example.com/api/",
      LICENCE_COMPANY_ID: "7",
      LICENCE_SUPPORT: "11 4000-1234",
      INVOICES_URL: "https://faturas.example.com/entrar",
      COMPANY_TAX_ID: "12.345.678/0001-95",
      RATE_LIMIT_PER_MINUTE: "0",
      LOG_LEVEL: "debug",
      APP_NAME: "Casa",
      FFMPEG_PATH: "/opt/ffmpeg/bin/ffmpeg",
      WEB_DIST: "/srv/web",
      NODE_ENV: "production",
    });
    expect(env).toMatchObject({
      port: 8080,
      publicUrl: "https://inbox.example.com",
      isHttps: true,
      webhookBaseUrl: "http://api:8080",
      roles: ["lanes", "timers"],
      firstAdmin: { email: "davi@example.com", password: "Çorrect-h0rse" },
      meow: { url: "http://wuzapi:8080", adminToken: "admin-token" },
      whatsapp: { url: "ws://127.0.0.1:8090/ws/chat", version: [2, 3000, 1043857760] },
      wwebjs: {
        chromiumPath: "/opt/chromium/chromium",
        chromiumArgs: ["--proxy-server=proxy:3128", "--host-resolver-rules=MAP * ~NOTFOUND"],
        sessionsMax: 2,
        savedPage: { folder: "/srv/pages", version: "2.3000.1017054665" },
      },
      graph: { url: "http://127.0.0.1:8090", version: "v25.0", appSecret: "app-secret", verifyToken: "verify-token" },
      rateLimitPerMinute: 0,
      phoneUrl: "http://127.0.0.1:3100",
      licence: { url: "https://admin.example.com/api", companyId: "7", support: "11 4000-1234", finance: "" },
      invoices: { url: "https://faturas.example.com/entrar", taxId: "12345678000195" },
      ffmpegPath: "/opt/ffmpeg/bin/ffmpeg",
      webDist: "/srv/web",
      givenSecrets: { transportSecret: long, accessTokenKey: undefined },
    });
  });

  it("reads ~ in a path as the home folder, and refuses the home of another user", () => {
    const env = readEnv({ DATABASE_URL, DATA_DIR: "~/x", FFMPEG_PATH: "~/bin/ffmpeg", CHROMIUM_PATH: "~/chromium" });
    expect([env.dataDir, env.ffmpegPath, env.wwebjs.chromiumPath]).toEqual(
      ["x", "bin/ffmpeg", "chromium"].map((name) => path.join(homedir(), name)),
    );
    expect(readEnv({ DATABASE_URL, DATA_DIR: "~" }).dataDir).toBe(homedir());
    expect(faultsOf({ DATA_DIR: "~davi/x" })).toEqual([expect.stringMatching(/^DATA_DIR must not name the home folder/)]);
  });

  it("is frozen at every level and treats an empty variable as absent", () => {
    const env = readEnv({ DATABASE_URL, PORT: "", REDIS_URL: " " });
    expect(env.port).toBe(3000);
    expect(Object.isFrozen(env)).toBe(true);
    expect(Object.isFrozen(env.givenSecrets)).toBe(true);
    expect(Object.isFrozen(env.roles)).toBe(true);
  });

  it("names every faulty variable at once and never its value [S-01, B-01]", () => {
    const source = {
      PORT: "70000x",
      TRUST_PROXY: "-7",
      LOG_LEVEL: "loudest",
      ROLES: "lanes,kitchen",
      RATE_LIMIT_PER_MINUTE: "1e3",
      REDIS_URL: "httq://nowhere",
      DATABASE_URL: "mysql://root:hunter2@db/x",
    };
    const faults = faultsOf(source);
    expect(faults).toHaveLength(7);
    for (const [name, value] of Object.entries(source)) {
      expect(faults.some((fault) => fault.startsWith(name))).toBe(true);
      expect(faults.join("\n")).not.toContain(value);
    }
    expect(faults.join("\n")).not.toContain("hunter2");
  });

  it("requires both variables of the invoices, and a tax id of digits [D-020]", () => {
    expect(faultsOf({ INVOICES_URL: "https://faturas.example.com" })).toEqual([expect.stringContaining("COMPANY_TAX_ID")]);
    expect(faultsOf({ COMPANY_TAX_ID: "12345678000195" })).toEqual([expect.stringContaining("INVOICES_URL")]);
    const short = { INVOICES_URL: "https://faturas.example.com", COMPANY_TAX_ID: "1234" };
    expect(faultsOf(short)).toEqual(["COMPANY_TAX_ID must have 8 to 20 digits."]);
  });

  it("says how to set a missing database address", () => {
    expect(faultsOf({ DATABASE_URL: "" })).toEqual([expect.stringContaining("npm start")]);
  });

  it.each(["https://a.example/inbox", "https://u:p@a.example", "https://a.example/?x=1", "ftp://a.example", "a.example"])(
    "refuses %s as PUBLIC_URL, which must be an origin",
    (value) => expect(faultsOf({ PUBLIC_URL: value })).toEqual([expect.stringMatching(/^PUBLIC_URL/)]),
  );

  it("requires an e-mail and a strong password of the first administrator", () => {
    for (const weak of ["Abcde1!", "abcdefg1!", "ABCDEFG1!", "Abcdefgh!", "Abcdefgh1", `Aa1!${"x".repeat(47)}`]) {
      expect(faultsOf({ ADMIN_EMAIL: "davi@example.com", ADMIN_PASSWORD: weak })).toEqual([expect.stringMatching(/^ADMIN_PASSWORD/)]);
    }
    expect(faultsOf({ ADMIN_EMAIL: "davi@example.com", ADMIN_PASSWORD: "Porta-Azul-7" })).toEqual([]);
    expect(faultsOf({ ADMIN_EMAIL: "davi", ADMIN_PASSWORD: "Porta-Azul-7" })).toEqual([expect.stringMatching(/^ADMIN_EMAIL/)]);
  });

  it("requires no admin token of WuzAPI for the api", () => {
    expect(readEnv({ DATABASE_URL, MEOW_URL: "http://wuzapi:8080" }, "api")).toMatchObject({ meow: undefined, isMeowOffered: true });
    expect(readEnv({ DATABASE_URL }, "api").isMeowOffered).toBe(false);
  });

  it("refuses an invalid WhatsApp server or version", () => {
    for (const value of ["https://web.whatsapp.com", "ws://web.whatsapp.com/ws/chat"]) {
      expect(faultsOf({ WHATSAPP_WS_URL: value })).toEqual([expect.stringMatching(/^WHATSAPP_WS_URL/)]);
    }
    expect(faultsOf({ WHATSAPP_WS_URL: "wss://web.whatsapp.com/ws/chat" })).toEqual([]);
    for (const value of ["2.3000", "v2.3000.1", "2,3000,1"]) {
      expect(faultsOf({ WHATSAPP_VERSION: value })).toEqual([expect.stringMatching(/^WHATSAPP_VERSION/)]);
    }
  });

  it("refuses an invalid version of the Graph API", () => {
    for (const version of ["26", "latest", "v26.0/../x"])
      expect(faultsOf({ GRAPH_VERSION: version })).toEqual([expect.stringMatching(/^GRAPH_VERSION/)]);
  });

  it("refuses the simulator behind https", () => {
    expect(faultsOf({ SIMULATOR: "on", PUBLIC_URL: "https://a.example" })).toEqual([expect.stringMatching(/^SIMULATOR/)]);
    expect(faultsOf({ SIMULATOR: "on" })).toEqual([]);
  });

  const admin = { ADMIN_EMAIL: "davi@example.com", ADMIN_PASSWORD: "Porta-Azul-7" };
  const webhook = { ALERT_WEBHOOK_URL: "https://alerts.example.com/", ALERT_WEBHOOK_SECRET: long };
  const mail = { SMTP_URL: "smtps://mail.example.com", SMTP_FROM: "balcao@example.com" };
  const meow = { MEOW_URL: "http://wuzapi:8080", MEOW_ADMIN_TOKEN: "t" };
  const page = { WWEBJS_PAGE_DIR: "/srv/pages", WWEBJS_PAGE_VERSION: "2.3000.1" };
  const oidc = { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "balcao" };
  const pairOf = (one: string, other: string): RegExp => new RegExp(`^${one} and ${other} belong together`);

  it.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ HOST: "0.0.0.0/8" }, /^HOST must be an address of this machine/],
    [{ ADMIN_EMAIL: admin.ADMIN_EMAIL }, pairOf("ADMIN_EMAIL", "ADMIN_PASSWORD")],
    [{ ADMIN_PASSWORD: admin.ADMIN_PASSWORD }, pairOf("ADMIN_EMAIL", "ADMIN_PASSWORD")],
    [{ ...admin, ADMIN_EMAIL: `${"a".repeat(250)}@b.co` }, /^ADMIN_EMAIL must be an e-mail address/],
    [{ ...admin, ADMIN_PASSWORD: "Password1!" }, /^ADMIN_PASSWORD is one of the commonest passwords/],
    [{ MEOW_URL: meow.MEOW_URL }, pairOf("MEOW_URL", "MEOW_ADMIN_TOKEN")],
    [{ MEOW_ADMIN_TOKEN: "t" }, pairOf("MEOW_URL", "MEOW_ADMIN_TOKEN")],
    [{ ...meow, MEOW_ADMIN_TOKEN: "two words" }, /^MEOW_ADMIN_TOKEN must be one word/],
    [{ WWEBJS_PAGE_DIR: "/srv/pages" }, pairOf("WWEBJS_PAGE_DIR", "WWEBJS_PAGE_VERSION")],
    [{ WWEBJS_PAGE_VERSION: "2.3000.1" }, pairOf("WWEBJS_PAGE_DIR", "WWEBJS_PAGE_VERSION")],
    [{ ...page, WWEBJS_PAGE_VERSION: "../x" }, /^WWEBJS_PAGE_VERSION must be a version/],
    [{ CHROMIUM_PATH: "bin/chromium" }, /^CHROMIUM_PATH must be the full path/],
    [{ CHROMIUM_ARGS: "proxy-server=proxy:3128" }, /^CHROMIUM_ARGS must be arguments/],
    [{ PUSH_LOOPBACK_PORT: "3001" }, /^PUSH_LOOPBACK_PORT is for tests/],
    [{ METRICS_PORT: "0" }, /^METRICS_PORT must be a whole number from 1 /],
    [{ TRUST_PROXY: "11" }, /^TRUST_PROXY must be a whole number from 0 to 10/],
    [{ ROLES: "," }, /^ROLES must be a comma-separated list/],
    [{ LICENCE_URL: "https://admin.example.com" }, pairOf("LICENCE_URL", "LICENCE_COMPANY_ID")],
    [{ LICENCE_COMPANY_ID: "7" }, pairOf("LICENCE_URL", "LICENCE_COMPANY_ID")],
    [{ INVOICES_URL: "https://faturas.example.com" }, pairOf("INVOICES_URL", "COMPANY_TAX_ID")],
    [{ ALERT_WEBHOOK_URL: webhook.ALERT_WEBHOOK_URL }, pairOf("ALERT_WEBHOOK_URL", "ALERT_WEBHOOK_SECRET")],
    [{ ALERT_WEBHOOK_SECRET: long }, pairOf("ALERT_WEBHOOK_URL", "ALERT_WEBHOOK_SECRET")],
    [{ ...webhook, ALERT_WEBHOOK_SECRET: "k".repeat(31) }, /^ALERT_WEBHOOK_SECRET must have at least 32/],
    [{ ...webhook, ALERT_WEBHOOK_URL: "https://davi@alerts.example.com/" }, /^ALERT_WEBHOOK_URL must have no user/],
    [{ SMTP_URL: mail.SMTP_URL }, pairOf("SMTP_URL", "SMTP_FROM")],
    [{ SMTP_FROM: mail.SMTP_FROM }, pairOf("SMTP_URL", "SMTP_FROM")],
    [{ ...mail, SMTP_FROM: "Balcão <balcao@example.com>" }, /^SMTP_FROM must be an e-mail address/],
    [{ AI_URL: "http://models", AI_KEY: "two words", AI_MODEL: "writer" }, /^AI_KEY must be one word/],
    [{ ...oidc, OIDC_ISSUER: "https://davi@login.example.com" }, /^OIDC_ISSUER must have no user/],
    [{ ...oidc, OIDC_ISSUER: "https://login.example.com/?a=1" }, /^OIDC_ISSUER must have no user/],
    [{ ...oidc, OIDC_ISSUER: "https://login.example.com/#a" }, /^OIDC_ISSUER must have no user/],
    ...["CLIENT_ID", "CLIENT_SECRET", "NAME", "SCOPES", "PEOPLE", "CLAIMS", "SIGN_OUT"].map((name): [NodeJS.ProcessEnv, RegExp] => [
      { [`OIDC_${name}`]: "x" },
      new RegExp(`^OIDC_${name} needs OIDC_ISSUER`),
    ]),
  ])("stops at %j with one sentence that says what to write", (source, sentence) => {
    expect(faultsOf(source)).toEqual([expect.stringMatching(sentence)]);
  });

  it("takes each of them when it is right", () => {
    const given = {
      DATABASE_URL,
      NODE_ENV: "test",
      ...admin,
      ...webhook,
      ...mail,
      ...meow,
      ...page,
      ...oidc,
      PUSH_LOOPBACK_PORT: "3001",
      METRICS_PORT: "9",
    };
    expect(readEnv(given)).toMatchObject({
      alerts: { webhook: { url: webhook.ALERT_WEBHOOK_URL, secret: long }, mail: { url: mail.SMTP_URL, from: mail.SMTP_FROM } },
      pushLoopbackPort: 3001,
      metricsPort: 9,
      oidc: { issuer: oidc.OIDC_ISSUER },
    });
    expect(readEnv(given, "api").metricsPort).toBeUndefined();
    expect(readEnv({ DATABASE_URL })).toMatchObject({ alerts: {}, pushLoopbackPort: undefined, metricsPort: undefined });
    const replica = { DATABASE_URL, DATABASE_REPLICA_URL: "postgres://replica/app" };
    expect(readEnv(replica, "api").databaseReplicaUrl).toBe("postgres://replica/app");
    expect(readEnv(replica).databaseReplicaUrl).toBeUndefined();
  });

  const SECRETS = ["JWT_SECRET", "JWT_REFRESH_SECRET", "MEDIA_SECRET", "SESSION_ENCRYPTION_KEY", "TRANSPORT_SECRET", "METRICS_TOKEN"];
  it.each([...SECRETS, "VAPID_SECRET"])("refuses a well-known, short or shared value of %s with exit status 78 [S-01]", (name) => {
    for (const value of ["mysecret", "changeme", "x".repeat(31)]) {
      const faults = faultsOf({ [name]: value });
      expect(faults).toEqual([expect.stringContaining(name)]);
      expect(faults.join()).not.toContain(value);
    }
    const other = name === "TRANSPORT_SECRET" ? "JWT_SECRET" : "TRANSPORT_SECRET";
    expect(faultsOf({ [name]: long, [other]: long })).toEqual([expect.stringContaining("must differ from")]);
    expect(faultsOf({ [name]: long })).toEqual([]);
    expect(new EnvError([]).exitCode).toBe(78);
  });
});

describe("secrets as files", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "balcao-env-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const fileOf = (content: string): string => {
    const file = path.join(folder, "secret");
    writeFileSync(file, content);
    return file;
  };

  it("are read for every secret variable, without the line end, and nothing else has a file [S-01]", () => {
    const databaseFile = path.join(folder, "database");
    writeFileSync(databaseFile, `${DATABASE_URL}\n`);
    const env = readEnv({
      DATABASE_URL_FILE: databaseFile,
      JWT_SECRET_FILE: fileOf(`${long}\r\n`),
      PORT_FILE: path.join(folder, "absent"),
      MEOW_URL: "http://wuzapi:8080",
      MEOW_ADMIN_TOKEN_FILE: path.join(folder, "secret"),
    });
    expect(env.databaseUrl).toBe(readEnv({ DATABASE_URL }).databaseUrl);
    expect(env.givenSecrets.accessTokenKey).toBe(long);
    expect(env.meow?.adminToken).toBe(long);
    for (const name of fileVariables)
      expect([name, readSecretVariable({ [`${name}_FILE`]: fileOf(` ${name}\n\n`) }, name)]).toEqual([name, ` ${name}`]);
    expect(readSecretVariable({}, "BACKUP_PASSPHRASE")).toBe("");
  });

  it.each([
    [
      "both are set",
      { JWT_SECRET: long, JWT_SECRET_FILE: "/run/secrets/jwt" },
      "JWT_SECRET and JWT_SECRET_FILE are both set: set one of them.",
    ],
    [
      "the file is absent",
      { DATABASE_URL: "", DATABASE_URL_FILE: "/nowhere/at-all" },
      "DATABASE_URL_FILE names a file that cannot be read (ENOENT).",
    ],
    ["it is a folder", { META_APP_SECRET_FILE: tmpdir() }, "META_APP_SECRET_FILE names a file that cannot be read (EISDIR)."],
  ])("stop the start with a sentence when %s [S-01]", (_when, source, sentence) => {
    expect(faultsOf(source)).toContain(sentence);
    expect(() => readSecretVariable({ JWT_SECRET: long, JWT_SECRET_FILE: "/run/secrets/jwt" }, "JWT_SECRET")).toThrow(EnvError);
  });

  it("stop the start when they are empty, too large or wrong as values, and are never repeated [S-01]", () => {
    expect(faultsOf({ JWT_SECRET_FILE: fileOf("\n") })).toEqual([expect.stringContaining("JWT_SECRET_FILE names a file that is empty")]);
    expect(faultsOf({ JWT_SECRET_FILE: fileOf("x".repeat(20_000)) })).toEqual([expect.stringContaining("is larger than 16 KB")]);
    expect(faultsOf({ JWT_SECRET_FILE: fileOf("hunter2") })).toEqual([
      expect.stringMatching(/^JWT_SECRET must have at least 32(?!.*hunter2)/),
    ]);
  });

  it("of a worker alone are not read by the api", () => {
    const source = { DATABASE_URL, MEOW_URL: "http://wuzapi:8080", MEOW_ADMIN_TOKEN_FILE: "/nowhere/at-all" };
    expect(readEnv(source, "api").isMeowOffered).toBe(true);
    expect(() => readEnv(source, "worker")).toThrow("MEOW_ADMIN_TOKEN_FILE");
  });

  it("says that several hosts in DATABASE_URL are not read", () => {
    expect(() => readEnv({ DATABASE_URL: "postgres://app:p,w@one:5432,two:5432/app?target_session_attrs=read-write" })).toThrow(
      "DATABASE_URL names several hosts: name one address that follows the main server",
    );
    expect(readEnv({ DATABASE_URL: "postgres://app:p,w@one:5432/app" }).databaseUrl).toContain("@one:5432/app");
  });
});
