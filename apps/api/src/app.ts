import path from "node:path";
import cookieParser from "cookie-parser";
import express, { Router, type Express } from "express";
import type { ConnectorApi } from "@balcao/domain/connections";
import { AUDIT_EXPORT_PATH } from "@balcao/contracts/audit";
import { REPORT_FILE_PATH } from "@balcao/contracts/reports";
import type { AlertWays } from "@balcao/application/roof/alerts";
import type { AuthServices, RefusalAudit } from "@balcao/application/people/auth";
import type { Services } from "@balcao/application/ground/kernel";
import type { Env } from "@balcao/platform/env";
import { linkOrigin } from "@balcao/platform/files";
import { networkOf } from "@balcao/platform/http";
import type { Metrics } from "@balcao/platform/metrics";
import type { RedisLink, SharedRates } from "@balcao/platform/redis";
import type { Secrets } from "@balcao/platform/secrets";
import type { VolumeGuard } from "@balcao/platform/volumes";
import { auditExport } from "./reports/exportAudit.js";
import { sessionCookies } from "./handlers/auth.http.js";
import { createHandlers } from "./handlers/index.js";
import { compressAnswers } from "./http/compression.js";
import { errorHandler, notFound } from "./http/errors.js";
import { mountRoutes } from "./http/implement.js";
import { warnOfUnnamedProxy } from "./http/proxies.js";
import { createCallLimits, createRateLimit } from "./http/rateLimit.js";
import { requestLog } from "./http/requestLog.js";
import { securityHeaders } from "./http/security.js";
import { createUploadReceiver } from "./http/uploads.js";
import { LOGO_PATH, serveLogo } from "./media/serveLogo.js";
import { serveMedia } from "./media/serveMedia.js";
import { serveReport } from "./reports/serveReport.js";
import { health } from "./operations/health.js";
import { serveMetrics } from "./operations/serveMetrics.js";
import { publicConfig, type FixedConfig } from "./operations/publicConfig.js";
import { webApp } from "./web/webApp.js";
import { printCalls } from "./wire/printCalls.js";
import { printClient } from "./wire/printClient.js";
import { printOpenApi } from "./wire/printOpenApi.js";
import { MEOW_WEBHOOK_PATH, meowWebhook } from "./webhooks/meowWebhook.js";
import { META_WEBHOOK_PATH, metaHandshake, metaWebhook } from "./webhooks/metaWebhook.js";

/** Reads of the contract per minute and network: programs read it once, and it is the largest answer for everybody. */
const DESCRIPTIONS_PER_MINUTE = 30;

export interface AppParts {
  readonly auth: AuthServices;
  /** The same services on other database connections, so that waiting requests do not delay a webhook. */
  readonly intake: Services;
  readonly volume: VolumeGuard;
  readonly refusals: RefusalAudit;
  readonly env: Pick<
    Env,
    | "appName"
    | "dataDir"
    | "files"
    | "graph"
    | "isHttps"
    | "isMeowOffered"
    | "licence"
    | "invoices"
    | "oidc"
    | "phoneUrl"
    | "publicUrl"
    | "rateLimitPerMinute"
    | "trustProxy"
    | "webDist"
  >;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly redis: Pick<RedisLink, "status" | "isEvicting">;
  /** Limits that all api processes count together. */
  readonly rates: SharedRates;
  /** How administrators are told of problems. */
  readonly ways: AlertWays;
  readonly version: string;
  /** Up to where this process has sent live events. */
  readonly liveCursor: () => string;
}

/** The kinds that a new connection may have: meow needs MEOW_URL; Meta needs META_APP_SECRET, which verifies its webhooks. */
function offeredConnectors({ isMeowOffered, graph }: AppParts["env"]): readonly ConnectorApi[] {
  return ["baileys", "wwebjs", ...(isMeowOffered ? (["meow"] as const) : []), ...(graph.appSecret === "" ? [] : (["cloud_api"] as const))];
}

/** The Express app: the contract's routes below /api, webhooks, media, health, metrics, the web app. */
export async function createApp(parts: AppParts): Promise<Express> {
  const { env, metrics, intake, refusals } = parts;
  const { services } = parts.auth;
  const webhooks = path.join(env.dataDir, "tmp", "webhooks");
  const webhook = meowWebhook(intake, webhooks);
  const connectors = offeredConnectors(env);

  const app = express();
  app.set("trust proxy", env.trustProxy).set("query parser", "simple").set("etag", false).disable("x-powered-by");
  app.use(
    requestLog({ logger: services.logger, metrics, tracing: services.tracing, trustProxy: env.trustProxy }),
    warnOfUnnamedProxy(services.logger, env.trustProxy),
    ...securityHeaders(env.isHttps),
  );
  app.post(MEOW_WEBHOOK_PATH, webhook);
  app.use(compressAnswers());
  const api = Router();
  api.post(MEOW_WEBHOOK_PATH, webhook);
  api.get(META_WEBHOOK_PATH, metaHandshake(env.graph)).post(META_WEBHOOK_PATH, metaWebhook(intake, webhooks, env.graph));
  mountApi(api, parts, connectors);
  app.use("/api", api);
  mountDescriptions(app, parts, connectors);
  if (env.webDist !== undefined)
    app.use(
      await webApp({
        folder: env.webDist,
        frameUrl: () => services.directory.current().settings.uriIframe,
        licenceUrl: env.licence?.url ?? "",
        filesOrigin: env.files?.publicOrigin === undefined ? null : linkOrigin(env.files.address, env.files.publicOrigin),
      }),
    );
  app.use(notFound, errorHandler(services.logger, refusals));
  return app;
}

/** Health, media, and the routes of the contract. */
function mountApi(api: Router, parts: AppParts, connectors: readonly ConnectorApi[]): void {
  const { auth, intake, env, secrets, redis, version, volume } = parts;
  const cookies = sessionCookies(env.isHttps);
  const kernel = {
    auth,
    uploads: createUploadReceiver(path.join(env.dataDir, "tmp", "uploads")),
    limits: createCallLimits(env.rateLimitPerMinute, parts.rates),
    publicUrl: env.publicUrl,
    volume,
  };
  api.get("/health", health({ services: auth.services, intake, redis: redis.status, version }));
  api.use(cookieParser());
  api.get(LOGO_PATH, serveLogo(auth.services));
  api.get("/public/media/:id", serveMedia({ auth, mediaKey: secrets.mediaKey, downloadCookie: cookies.downloadName }));
  api.get(REPORT_FILE_PATH, serveReport(auth, cookies.downloadName));
  api.get(AUDIT_EXPORT_PATH, auditExport(auth, cookies.downloadName));
  api.use(
    mountRoutes(
      kernel,
      createHandlers(auth, {
        answers: { cookies, liveCursor: parts.liveCursor },
        connectors,
        process: { version, redis: redis.status, isRedisEvicting: redis.isEvicting, disk: volume.use },
        ways: parts.ways,
      }),
    ),
    notFound,
  );
}

/** What this process tells of itself: metrics, what the web app must know before anybody signs in, the contract, and a client for it. */
function mountDescriptions(app: Express, parts: AppParts, connectors: readonly ConnectorApi[]): void {
  const { auth, env, secrets, metrics, version } = parts;
  const fixed: FixedConfig = {
    appName: env.appName,
    transportSecret: secrets.transportSecret,
    connectors,
    licence: env.licence ?? null,
    invoices: env.invoices ?? null,
    mail: auth.mail !== null,
    provider: env.oidc ? { name: env.oidc.name } : null,
    phoneUrl: env.phoneUrl ?? null,
  };
  app.get("/metrics", serveMetrics(metrics, secrets.metricsToken));
  app.get("/config.json", publicConfig(auth.services, fixed));
  const countReads = createRateLimit(DESCRIPTIONS_PER_MINUTE, parts.rates, "descriptions");
  // Printed when somebody asks first: a start has no time for it.
  const describe = (address: string, type: string, print: () => string) => {
    let text: string | undefined;
    app.get(address, async (request, response) => {
      await countReads(networkOf(request.ip ?? null));
      response.type(type).send((text ??= print()));
    });
  };
  describe("/openapi.json", "json", () => printOpenApi(version));
  describe("/client.ts", "text/plain", printClient);
  describe("/calls.md", "text/plain", printCalls);
}
