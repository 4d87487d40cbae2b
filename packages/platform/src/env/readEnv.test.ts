import path from "node:path";
import { EnvError, readEnv } from "./index.js";

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
  it("gives a working configuration from the database address alone", () => {
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
      ffmpegPath: "/opt/ffmpeg/bin/ffmpeg",
      webDist: "/srv/web",
      givenSecrets: { transportSecret: long, accessTokenKey: undefined },
    });
  });

  it("is frozen at every level and treats an empty variable as absent", () => {
    const env = readEnv({ DATABASE_URL, PORT: "", REDIS_URL: " " });
    expect(env.port).toBe(3000);
    expect(Object.isFrozen(env)).toBe(true);
    expect(Object.isFrozen(env.givenSecrets)).toBe(true);
    expect(Object.isFrozen(env.roles)).toBe(true);
  });

  it("names every faulty variable at once and never its value [S-01]", () => {
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

  it("asks for both halves of the licence service", () => {
    expect(faultsOf({ LICENCE_URL: "https://admin.example.com" })).toEqual([expect.stringContaining("LICENCE_COMPANY_ID")]);
    expect(faultsOf({ LICENCE_COMPANY_ID: "7" })).toEqual([expect.stringContaining("LICENCE_URL")]);
  });

  it("asks for both halves of a saved page, and for a version that is a file's name", () => {
    expect(faultsOf({ WWEBJS_PAGE_DIR: "/srv/pages" })).toEqual([expect.stringContaining("WWEBJS_PAGE_VERSION")]);
    expect(faultsOf({ WWEBJS_PAGE_DIR: "/srv/pages", WWEBJS_PAGE_VERSION: "../../etc/passwd" })).toEqual([
      expect.stringContaining("WWEBJS_PAGE_VERSION"),
    ]);
  });

  it("says how to mend a missing database address", () => {
    expect(faultsOf({ DATABASE_URL: "" })).toEqual([expect.stringContaining("npm start")]);
  });

  it.each(["https://a.example/inbox", "https://u:p@a.example", "https://a.example/?x=1", "ftp://a.example", "a.example"])(
    "refuses %s as PUBLIC_URL, which is an origin",
    (value) => expect(faultsOf({ PUBLIC_URL: value })).toEqual([expect.stringMatching(/^PUBLIC_URL/)]),
  );

  it("wants e-mail and password of the first administrator together, and the password strong", () => {
    expect(faultsOf({ ADMIN_EMAIL: "davi@example.com" })).toHaveLength(1);
    expect(faultsOf({ ADMIN_PASSWORD: "Abcdef1!" })).toHaveLength(1);
    for (const weak of ["Abcde1!", "abcdefg1!", "ABCDEFG1!", "Abcdefgh!", "Abcdefgh1", `Aa1!${"x".repeat(47)}`]) {
      expect(faultsOf({ ADMIN_EMAIL: "davi@example.com", ADMIN_PASSWORD: weak })).toEqual([expect.stringMatching(/^ADMIN_PASSWORD/)]);
    }
    expect(faultsOf({ ADMIN_EMAIL: "davi@example.com", ADMIN_PASSWORD: "Porta-Azul-7" })).toEqual([]);
    expect(faultsOf({ ADMIN_EMAIL: "davi", ADMIN_PASSWORD: "Porta-Azul-7" })).toEqual([expect.stringMatching(/^ADMIN_EMAIL/)]);
  });

  it("wants MEOW_URL and MEOW_ADMIN_TOKEN together", () => {
    expect(faultsOf({ MEOW_URL: "http://wuzapi:8080" })).toHaveLength(1);
    expect(faultsOf({ MEOW_ADMIN_TOKEN: "t" })).toHaveLength(1);
  });

  it("refuses a WhatsApp server or version that is none", () => {
    for (const value of ["https://web.whatsapp.com", "ws://web.whatsapp.com/ws/chat"]) {
      expect(faultsOf({ WHATSAPP_WS_URL: value })).toEqual([expect.stringMatching(/^WHATSAPP_WS_URL/)]);
    }
    expect(faultsOf({ WHATSAPP_WS_URL: "wss://web.whatsapp.com/ws/chat" })).toEqual([]);
    for (const value of ["2.3000", "v2.3000.1", "2,3000,1"]) {
      expect(faultsOf({ WHATSAPP_VERSION: value })).toEqual([expect.stringMatching(/^WHATSAPP_VERSION/)]);
    }
  });

  it("refuses a version of the Graph API that is none", () => {
    for (const version of ["26", "latest", "v26.0/../x"])
      expect(faultsOf({ GRAPH_VERSION: version })).toEqual([expect.stringMatching(/^GRAPH_VERSION/)]);
  });

  it("refuses the simulator behind https", () => {
    expect(faultsOf({ SIMULATOR: "on", PUBLIC_URL: "https://a.example" })).toEqual([expect.stringMatching(/^SIMULATOR/)]);
    expect(faultsOf({ SIMULATOR: "on" })).toEqual([]);
  });

  it.each(["JWT_SECRET", "JWT_REFRESH_SECRET", "MEDIA_SECRET", "SESSION_ENCRYPTION_KEY", "TRANSPORT_SECRET", "METRICS_TOKEN"])(
    "refuses a known, short or shared value of %s with exit status 78 [S-01]",
    (name) => {
      for (const value of ["mysecret", "changeme", "x".repeat(31)]) {
        const faults = faultsOf({ [name]: value });
        expect(faults).toEqual([expect.stringContaining(name)]);
        expect(faults.join()).not.toContain(value);
      }
      const other = name === "TRANSPORT_SECRET" ? "JWT_SECRET" : "TRANSPORT_SECRET";
      expect(faultsOf({ [name]: long, [other]: long })).toEqual([expect.stringContaining("must differ from")]);
      expect(faultsOf({ [name]: long })).toEqual([]);
      expect(new EnvError([]).exitCode).toBe(78);
    },
  );
});
