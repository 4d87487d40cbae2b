import path from "node:path";
import compression from "compression";
import cookieParser from "cookie-parser";
import express, { Router, type Express, type Request } from "express";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { AuthDesk, RefusalAudit } from "@balcao/application/auth";
import type { House } from "@balcao/application/kernel";
import type { Env } from "@balcao/platform/env";
import type { Metrics } from "@balcao/platform/metrics";
import type { RedisStatus, SharedRates } from "@balcao/platform/redis";
import type { Secrets } from "@balcao/platform/secrets";
import type { VolumeGuard } from "@balcao/platform/volumes";
import { sessionCookies } from "./handlers/auth.http.js";
import { createHandlers } from "./handlers/index.js";
import { errorHandler, notFound } from "./http/errors.js";
import { mountRoutes } from "./http/implement.js";
import { warnOfUnnamedProxy } from "./http/proxies.js";
import { createRateLimit } from "./http/rateLimit.js";
import { requestLog } from "./http/requestLog.js";
import { securityHeaders } from "./http/security.js";
import { createUploadDoor } from "./http/uploads.js";
import { serveMedia } from "./media/serveMedia.js";
import { health } from "./operations/health.js";
import { metricsDoor } from "./operations/metricsDoor.js";
import { publicConfig, type FixedConfig } from "./operations/publicConfig.js";
import { webApp } from "./web/webApp.js";
import { printOpenApi } from "./wire/printOpenApi.js";
import { MEOW_WEBHOOK_PATH, meowWebhook } from "./webhooks/meowWebhook.js";
import { META_WEBHOOK_PATH, metaHandshake, metaWebhook } from "./webhooks/metaWebhook.js";

export interface AppParts {
  readonly desk: AuthDesk;
  /** The house with database connections of its own, so that requests which wait never hold up a webhook. */
  readonly intake: House;
  readonly volume: VolumeGuard;
  readonly refusals: RefusalAudit;
  readonly env: Pick<
    Env,
    | "appName"
    | "dataDir"
    | "graph"
    | "isHttps"
    | "isMeowOffered"
    | "licence"
    | "phoneUrl"
    | "publicUrl"
    | "rateLimitPerMinute"
    | "trustProxy"
    | "webDist"
  >;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly redisStatus: () => RedisStatus;
  /** Limits that all api processes count together. */
  readonly rates: SharedRates;
  readonly version: string;
}

/** What a new connection may be: meow where a WuzAPI is named, Meta's where an app is, so that its webhooks can be believed. */
function offeredConnectors({ isMeowOffered, graph }: AppParts["env"]): readonly ConnectorApi[] {
  return ["baileys", "wwebjs", ...(isMeowOffered ? (["meow"] as const) : []), ...(graph.appSecret === "" ? [] : (["cloud_api"] as const))];
}

/** Everything that this process answers over HTTP: the contract below /api, webhooks, media, health, metrics, the web app. */
export async function createApp({
  desk,
  intake,
  volume,
  refusals,
  env,
  secrets,
  metrics,
  redisStatus,
  rates,
  version,
}: AppParts): Promise<Express> {
  const { house } = desk;
  const cookies = sessionCookies(env.isHttps);
  const connectors = offeredConnectors(env);
  const temporary = path.join(env.dataDir, "tmp");
  const webhook = meowWebhook(intake, metrics, path.join(temporary, "webhooks"));
  const fromMeta = metaWebhook(intake, metrics, path.join(temporary, "webhooks"), env.graph);
  const kernel = {
    desk,
    uploads: createUploadDoor(path.join(temporary, "uploads")),
    rateLimit: createRateLimit(env.rateLimitPerMinute, rates),
    publicUrl: env.publicUrl,
    volume,
  };

  const app = express();
  app.set("trust proxy", env.trustProxy).set("query parser", "simple").set("etag", false).disable("x-powered-by");
  app.use(requestLog(house.logger, metrics), warnOfUnnamedProxy(house.logger, env.trustProxy), ...securityHeaders(env.isHttps));
  app.post(MEOW_WEBHOOK_PATH, webhook);
  // A browser loads the app once; every call pays for its answer.
  app.use("/assets", compression({ level: 9 }));
  const isAnswer = (request: Request): boolean => !request.originalUrl.startsWith("/assets/");
  app.use(
    compression({ level: 1, threshold: 2_048, filter: (request, response) => isAnswer(request) && compression.filter(request, response) }),
  );

  const api = Router();
  api.post(MEOW_WEBHOOK_PATH, webhook);
  api.get(META_WEBHOOK_PATH, metaHandshake(env.graph)).post(META_WEBHOOK_PATH, fromMeta);
  api.get("/health", health({ house, intake, redis: redisStatus, version }));
  api.use(cookieParser());
  api.get("/public/media/:id", serveMedia({ desk, mediaKey: secrets.mediaKey, downloadCookie: cookies.downloadName }));
  api.use(mountRoutes(kernel, createHandlers(desk, cookies, connectors)), notFound);
  app.use("/api", api);

  const fixed: FixedConfig = {
    appName: env.appName,
    transportSecret: secrets.transportSecret,
    connectors,
    licence: env.licence ?? null,
    phoneUrl: env.phoneUrl ?? null,
  };
  app.get("/metrics", metricsDoor(house, metrics, secrets.metricsToken));
  app.get("/config.json", publicConfig(house, fixed));
  const openApi = printOpenApi(version);
  app.get("/openapi.json", (_request, response) => void response.type("json").send(openApi));
  if (env.webDist !== undefined)
    app.use(
      await webApp({
        folder: env.webDist,
        frameUrl: () => house.directory.current().settings.uriIframe,
        licenceUrl: env.licence?.url ?? "",
      }),
    );
  app.use(notFound, errorHandler(house.logger, refusals));
  return app;
}
