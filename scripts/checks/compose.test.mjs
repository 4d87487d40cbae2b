import fs from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { readEnv } from "../../packages/platform/src/env/index.ts";
import { parseEnvFile } from "../infra/envFile.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const { services } = parse(read("docker-compose.yml"), { merge: true });

/** Set by the images themselves, or of no use without npm start. */
const NOT_PASSED = ["PORT", "HOST", "DATA_DIR", "FFMPEG_PATH", "CHROMIUM_PATH", "SIMULATOR", "SIMULATOR_PORT", "PHONE_PORT"];
/** Which programs read what must stay secret. */
const SECRETS = {
  JWT_SECRET: ["api"],
  JWT_REFRESH_SECRET: ["api"],
  TRANSPORT_SECRET: ["api"],
  METRICS_TOKEN: ["api"],
  ADMIN_PASSWORD: ["api"],
  META_APP_SECRET: ["api"],
  META_VERIFY_TOKEN: ["api"],
  MEOW_ADMIN_TOKEN: ["worker"],
  MEDIA_SECRET: ["api", "worker"],
  SESSION_ENCRYPTION_KEY: ["api", "worker"],
};

/** The names of all variables that a program looks at. */
function namesRead(program) {
  const names = new Set();
  const source = new Proxy(
    { DATABASE_URL: "postgres://a@b/c", LICENCE_URL: "https://licence.example", LICENCE_COMPANY_ID: "7" },
    { get: (values, name) => (typeof name === "string" && names.add(name), Reflect.get(values, name)) },
  );
  readEnv(source, program);
  return names;
}

describe("docker-compose.yml", () => {
  it("passes every documented variable that a program reads to api or worker, and no other one", () => {
    const documented = Object.keys(parseEnvFile(read(".env.example")));
    const passed = new Set([...Object.keys(services.api.environment), ...Object.keys(services.worker.environment)]);
    expect([...passed].sort()).toEqual(documented.filter((name) => !NOT_PASSED.includes(name)).sort());
    for (const program of ["api", "worker"]) {
      const known = namesRead(program);
      expect(Object.keys(services[program].environment).filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it("takes each value from .env under the same name, or fixes it", () => {
    for (const { environment } of [services.api, services.worker])
      for (const [name, value] of Object.entries(environment)) {
        const inserted = [...String(value).matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1]);
        expect([name, inserted.filter((each) => each !== name && !["POSTGRES_PASSWORD", "REDIS_PASSWORD"].includes(each))]).toEqual([
          name,
          [],
        ]);
      }
  });

  it("gives each image only the secrets that it reads", () => {
    for (const [name, programs] of Object.entries(SECRETS)) {
      const given = ["api", "worker", "proxy", "redis", "postgres"].filter(
        (service) => services[service].environment?.[name] !== undefined,
      );
      expect([name, given]).toEqual([name, programs]);
    }
    // The worker must not make a file of secrets of its own: it is given every one that it asks for.
    for (const name of ["MEDIA_SECRET", "SESSION_ENCRYPTION_KEY"]) expect(services.worker.environment[name]).toContain(`:?set ${name}`);
  });

  it("waits for an orderly stop, which takes up to 25 s, and asks whether an api is ready", () => {
    for (const name of ["api", "worker"]) expect(Number.parseInt(services[name].stop_grace_period, 10)).toBeGreaterThan(25);
    expect(read("Dockerfile")).toMatch(/HEALTHCHECK[^]*\/api\/ready/);
  });

  it("keeps values out of the log of PostgreSQL", () => {
    expect(services.postgres.command.join(" ")).toContain(
      "log_min_messages=log -c log_min_error_statement=panic -c log_error_verbosity=terse",
    );
  });
});
