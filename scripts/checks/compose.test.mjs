import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { fileVariables, readEnv } from "../../packages/platform/src/env/index.ts";
import { API_POOLS } from "../../apps/api/src/poolSizes.ts";
import { workerPoolSize } from "../../apps/worker/src/worker/poolSize.ts";
import { parseEnvFile } from "../infra/envFile.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const { services, secrets } = parse(read("docker-compose.yml"), { merge: true });
/** The variable of an entry: a secret that comes as a file is named NAME_FILE. */
const nameOf = (entry) => fileVariables.find((name) => entry === `${name}_FILE`) ?? entry;
const namesOf = (service) => Object.keys(services[service].environment ?? {}).map(nameOf);

/** Variables that the images set themselves, or that only npm start uses. */
const NOT_PASSED = [
  "PORT",
  "HOST",
  "DATA_DIR",
  "FFMPEG_PATH",
  "CHROMIUM_PATH",
  "SIMULATOR",
  "SIMULATOR_PORT",
  "PHONE_PORT",
  "POSTGRES_SHARED_BUFFERS",
  "PUSH_LOOPBACK_PORT",
  "BACKUP_PASSPHRASE",
];
/** Which programs read each secret. */
const SECRETS = {
  JWT_SECRET: ["api"],
  JWT_REFRESH_SECRET: ["api"],
  TRANSPORT_SECRET: ["api"],
  METRICS_TOKEN: ["api", "worker"],
  ADMIN_PASSWORD: ["api"],
  META_APP_SECRET: ["api"],
  META_VERIFY_TOKEN: ["api"],
  MEOW_ADMIN_TOKEN: ["worker"],
  MEDIA_SECRET: ["api", "worker"],
  SESSION_ENCRYPTION_KEY: ["api", "worker"],
  VAPID_SECRET: ["api", "worker"],
  DATABASE_REPLICA_URL: ["api"],
  FILES_URL: ["api", "worker"],
  OTEL_EXPORTER_OTLP_HEADERS: ["api", "worker"],
};

/** The names of all variables that a program reads. */
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
    const passed = new Set([...namesOf("api"), ...namesOf("worker")]);
    expect([...passed].sort()).toEqual(documented.filter((name) => !NOT_PASSED.includes(name)).sort());
    for (const program of ["api", "worker"]) {
      const read = namesRead(program);
      expect(namesOf(program).filter((name) => !read.has(name))).toEqual([]);
    }
  });

  it("reads each value from .env under the same name, or fixes it", () => {
    for (const { environment } of [services.api, services.worker])
      for (const [name, value] of Object.entries(environment)) {
        const inserted = [...String(value).matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1]);
        expect([name, inserted.filter((each) => each !== name)]).toEqual([name, []]);
      }
  });

  it("gives each image only the secrets that it reads", () => {
    for (const [name, programs] of Object.entries(SECRETS)) {
      const given = ["api", "worker", "proxy", "redis", "postgres"].filter((service) => namesOf(service).includes(name));
      expect([name, given]).toEqual([name, programs]);
    }
  });

  it("mounts every secret that a service needs as a file, into that service alone", () => {
    // The worker must not generate secrets of its own, so every secret that it reads is a file that must exist.
    for (const name of ["DATABASE_URL", "REDIS_URL", "MEDIA_SECRET", "SESSION_ENCRYPTION_KEY", "VAPID_SECRET"])
      expect(services.worker.environment[`${name}_FILE`]).toBe(`/run/secrets/${name.toLowerCase()}`);
    for (const [name, service] of Object.entries(services)) {
      const used = [...JSON.stringify(service).matchAll(/\/run\/secrets\/(\w+)/g)].map(([, secret]) => secret);
      expect([name, [...new Set(used)].sort()]).toEqual([name, [...(service.secrets ?? [])].sort()]);
    }
    const mounted = Object.values(services).flatMap((service) => service.secrets ?? []);
    expect(Object.keys(secrets).sort()).toEqual([...new Set(mounted)].sort());
    for (const [name, { file }] of Object.entries(secrets)) expect(file).toBe(`\${SECRETS_DIR:-./secrets}/${name}`);
  });

  it("has the folder of secrets made by the commands of the documentation", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-secrets-"));
    try {
      const [, script] = /<!-- secrets -->\n+((?: {4}.*\n)+)/.exec(read("docs/DEPLOY.md"));
      execFileSync("sh", ["-euc", script], { cwd: folder });
      expect(fs.readdirSync(path.join(folder, "secrets")).sort()).toEqual(Object.keys(secrets).sort());
      const source = Object.fromEntries(
        Object.entries(services.worker.environment)
          .filter(([name]) => name !== nameOf(name))
          .map(([name, file]) => [name, file.replace("/run/secrets", path.join(folder, "secrets"))]),
      );
      expect(readEnv(source)).toMatchObject({ databaseUrl: expect.stringMatching(/^postgres:\/\/balcao:\w+@postgres:5432\/balcao$/) });
      expect(fs.statSync(path.join(folder, "secrets")).mode & 0o077).toBe(0);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it("waits for an orderly stop, which takes up to 25 s, and checks whether an api is ready and a worker alive", () => {
    for (const name of ["api", "worker"]) expect(Number.parseInt(services[name].stop_grace_period, 10)).toBeGreaterThan(25);
    expect(read("Dockerfile")).toMatch(/AS api[^]*HEALTHCHECK[^]*\/api\/ready[^]*AS worker[^]*METRICS_PORT=9464[^]*HEALTHCHECK[^]*\/alive/);
  });

  it("gives the migrations of a large database an hour before a container counts as unhealthy, which makes compose give up", () => {
    const periods = [...read("Dockerfile").matchAll(/^HEALTHCHECK .*--start-period=(\S+)/gm)].map(([, period]) => period);
    expect(periods).toEqual(["1h", "1h"]);
    const manifests = ["api", "worker"].map((name) => read(`deploy/kubernetes/${name}.yaml`));
    for (const text of manifests) {
      const [, seconds, failures] = /startupProbe: .*periodSeconds: (\d+), failureThreshold: (\d+)/.exec(text);
      expect(Number(seconds) * Number(failures)).toBeGreaterThanOrEqual(3_600);
    }
  });

  it("opens ports of the proxy alone, and has no password in it [S-67]", () => {
    for (const [name, { ports = [] }] of Object.entries(services)) expect([name, ports.length > 0]).toEqual([name, name === "proxy"]);
    expect(read("docker-compose.yml")).not.toMatch(/(?:PASSWORD|SECRET|TOKEN): (?!\$\{)/);
  });

  it("lets WuzAPI try webhooks again for hours, and PostgreSQL have memory", () => {
    const { environment } = services.wuzapi;
    expect([environment.WEBHOOK_RETRY_ENABLED, Number(environment.WEBHOOK_RETRY_COUNT) >= 10]).toEqual(["true", true]);
    expect(Number(environment.WEBHOOK_RETRY_DELAY_SECONDS)).toBeGreaterThan(0);
    expect(services.postgres.command).toContain("shared_buffers=${POSTGRES_SHARED_BUFFERS:-512MB}");
  });

  it("lets PostgreSQL have the connections of twice the documented processes, which run during an upgrade, on any number of cores", () => {
    const scales = ["docker-compose.yml", "docs/DEPLOY.md", "docs/OPERATIONS.md"].flatMap((file) =>
      [...read(file).matchAll(/--scale api=(\d+) --scale worker=(\d+)/g)].map(([, apis, workers]) => [Number(apis), Number(workers)]),
    );
    const [smallest] = scales.toSorted(([a], [b]) => a - b);
    for (const [apis, workers] of scales) expect([apis <= 2 * smallest[0], workers <= 2 * smallest[1]]).toEqual([true, true]);
    const ofApi = Object.values(API_POOLS).reduce((sum, size) => sum + size, 0);
    const ofWorker = Math.max(...[1, 2, 4, 8, 64].map(workerPoolSize));
    // A backup has two, psql and a command one each; PostgreSQL keeps three for its superuser.
    const needed = 2 * (smallest[0] * ofApi + smallest[1] * ofWorker) + 4 + 3;
    const [, allowed] = /max_connections=(\d+)/.exec(services.postgres.command.join(" ")) ?? [0, "100"];
    expect(Number(allowed)).toBeGreaterThanOrEqual(needed);
  });

  it("makes an encrypted backup when it is called, with the image of the api, and does not start it with the others", () => {
    const { backup, api } = services;
    expect([backup.profiles, backup.image, backup.build]).toEqual([["backup"], api.image, undefined]);
    expect(backup.command.join(" ")).toBe("node dist/commands/backup.js --encrypt --to /backups --keep-days 7");
    expect(backup.volumes).toContain("backups:/backups");
    expect(read("Dockerfile")).toMatch(/chown node:node \/data \/backups/);
  });

  it("keeps values out of the log of PostgreSQL", () => {
    expect(services.postgres.command.join(" ")).toContain(
      "log_min_messages=log -c log_min_error_statement=panic -c log_error_verbosity=terse",
    );
  });
});
