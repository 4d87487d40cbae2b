import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sealField, type SealedField } from "@balcao/domain/envelope";
import { type AuthServices } from "@balcao/application/people/auth";
import { type Clock, systemClock } from "@balcao/platform/clock";
import { readEnv } from "@balcao/platform/env";
import { createLogger, createSilentLogger } from "@balcao/platform/logger";
import { readVolume, type ReadVolume } from "@balcao/platform/volumes";
import { createTestDatabase, openDayAndNight, type TestDatabase } from "@balcao/testing/database";
import { composeApi } from "./composition.js";
import type { ApiPools } from "./poolSizes.js";
import { openApiServer } from "./server.js";

/** A whole api on a port of this machine, with a database and a data folder of its own. */
export interface ApiStage {
  readonly origin: string;
  readonly auth: AuthServices;
  readonly dataDir: string;
  readonly test: TestDatabase;
  /** The errors in the log of the api: the reasons of its answers 500. */
  readonly errors: readonly string[];
  /** Seals a field as the documented client does. */
  seal(field: SealedField, text: string): string;
  /** Calls the api; `token` becomes the bearer. Objects go as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  signIn(email: string, password?: string): Promise<SignedInClient>;
  close(): Promise<void>;
}

interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SignedInClient {
  readonly token: string;
  readonly user: Record<string, unknown>;
  readonly liveCursor: string;
  readonly cookies: readonly string[];
  /** name=value of every cookie, as a browser sends them back. */
  readonly cookieHeader: string;
}

export const ADMIN = { email: "davi@balcao.test", password: "Primeira-Senha-1" } as const;
export const PASSWORD = "Segura-Senha-1";

/** The secrets of an installation that configures none: all are generated in DATA_DIR. */
export const NO_SECRETS = {
  accessTokenKey: undefined,
  refreshKey: undefined,
  mediaKey: undefined,
  sessionEncryptionKey: undefined,
  transportSecret: undefined,
  metricsToken: undefined,
  vapidKey: undefined,
} as const;

/**
 * Fewer than the product has: a connection costs PostgreSQL a tenth of a processor second, most of it for reading the catalog and for
 * planning each statement anew.
 */
const STAGE_POOLS: ApiPools = { poolSize: 4, intakePoolSize: 2, searchPoolSize: 1 };

export interface StageOptions {
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  readonly readDisk?: ReadVolume;
  /** Receives every line of the log, of all levels. */
  readonly onLog?: (line: string) => void;
  /** The connections of the api: few, where a story does not need as many as the product has. */
  readonly pools?: ApiPools;
}

/** Opens the stage; user 1 is Davi, the super administrator. */
export async function openApiStage({
  clock = systemClock,
  env: more = {},
  readDisk = readVolume,
  onLog,
  pools = STAGE_POOLS,
}: StageOptions = {}): Promise<ApiStage> {
  const test = await createTestDatabase();
  await openDayAndNight(test.database.sql);
  const dataDir = await mkdtemp(path.join(tmpdir(), "balcao-api-"));
  const env = readEnv({
    NODE_ENV: "test",
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT_PER_MINUTE: "0",
    ...more,
  });
  const closers: (() => Promise<unknown> | void)[] = [];
  const lifecycle = {
    onStop: (_name: string, close: () => Promise<unknown> | void) => void closers.push(close),
    signal: new AbortController().signal,
  };
  const apiServer = await openApiServer({ host: "127.0.0.1", port: 0, version: "0.0.0" });
  const errors: string[] = [];
  const keep = (line: string): void => {
    if (line.includes('"err":') && /"level":"(?:error|fatal)"/.test(line)) errors.push(line);
    onLog?.(line);
  };
  const logger = createLogger({ name: "api", level: onLog ? "trace" : "error", destination: { write: keep } });
  const { auth } = await composeApi({ env, logger, lifecycle, apiServer, version: "0.0.0", clock, readDisk, pools });
  const origin = `http://127.0.0.1:${apiServer.port}`;
  const seal = (field: SealedField, text: string): string => sealField(auth.secrets.transportSecret, field, text, randomBytes);

  const call: ApiStage["call"] = (method, at, { token, body, headers = {} } = {}) => {
    const isPlain = body !== undefined && typeof body !== "string" && !(body instanceof FormData);
    return fetch(`${origin}${at}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(isPlain && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain ? JSON.stringify(body) : body }),
    });
  };
  return {
    origin,
    auth,
    dataDir,
    test,
    errors,
    seal,
    call,
    signIn: async (email, password = PASSWORD) => {
      const answer = await call("POST", "/api/auth/login", { body: { email: seal("email", email), password: seal("password", password) } });
      if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
      const { token, user, liveCursor } = (await answer.json()) as Pick<SignedInClient, "token" | "user" | "liveCursor">;
      const cookies = answer.headers.getSetCookie();
      return { token, user, liveCursor, cookies, cookieHeader: cookies.map((cookie) => cookie.split(";")[0]).join("; ") };
    },
    close: async () => {
      for (const close of closers.reverse()) await close();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A second api of the same installation, run in this process: the same database and secrets, another port. */
export interface AnotherApi {
  readonly origin: string;
  close(): Promise<void>;
}

/** How long another api goes on behind a proxy after it has said that it ends. */
const DRAIN_MS = 500;

export async function openAnotherApi(stage: ApiStage, { isBehindProxy = false } = {}): Promise<AnotherApi> {
  const env = readEnv({
    NODE_ENV: "test",
    DATABASE_URL: stage.test.url,
    DATA_DIR: stage.dataDir,
    RATE_LIMIT_PER_MINUTE: "0",
    TRUST_PROXY: isBehindProxy ? "1" : "0",
  });
  const closers: (() => Promise<unknown> | void)[] = [];
  const lifecycle = {
    onStop: (_name: string, close: () => Promise<unknown> | void) => void closers.push(close),
    signal: new AbortController().signal,
  };
  const apiServer = await openApiServer({ host: "127.0.0.1", port: 0, version: "0.0.0", isBehindProxy, drainMs: DRAIN_MS });
  await composeApi({ env, logger: createSilentLogger(), lifecycle, apiServer, version: "0.0.0", clock: systemClock, pools: STAGE_POOLS });
  return {
    origin: `http://127.0.0.1:${apiServer.port}`,
    close: async () => {
      for (const close of closers.reverse()) await close();
    },
  };
}

/** Creates an account over HTTP as the administrator. */
export async function createPerson(
  stage: ApiStage,
  adminToken: string,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: number; readonly email: string }> {
  const email = `${name.toLowerCase()}@balcao.test`;
  const allDay = { startTime: "", endTime: "", weekdays: true, saturday: true, sunday: true, holidays: true };
  const answer = await stage.call("POST", "/api/users", {
    token: adminToken,
    body: { name, email: stage.seal("email", email), password: stage.seal("password", PASSWORD), ...allDay, ...more },
  });
  if (answer.status !== 200) throw new Error(`${name} could not be created: ${answer.status} ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: number };
  return { id, email };
}
