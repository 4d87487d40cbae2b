# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV CI=1 DO_NOT_TRACK=1 TURBO_TELEMETRY_DISABLED=1 PUPPETEER_SKIP_DOWNLOAD=1
# The packages are a layer of their own, which only another lockfile makes again.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npx --yes pnpm@10.34.9 fetch
COPY . .
# The commit, for the version that health, metrics and backups show: --build-arg COMMIT=$(git rev-parse HEAD).
ARG COMMIT=""
# Workspace packages are injected, so that the images get the versions of the lockfile. What they do not use is removed: the api
# needs only the gateways' intake, and neither needs a compiler.
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile --prefer-offline \
 && npx --yes pnpm@10.34.9 exec turbo run build \
 && npx --yes pnpm@10.34.9 --config.inject-workspace-packages=true --filter=@balcao/api --prod deploy /out/api \
 && npx --yes pnpm@10.34.9 --config.inject-workspace-packages=true --filter=@balcao/worker --prod deploy /out/worker \
 && node scripts/image/pruneImage.mjs /out/api typescript @whiskeysockets/baileys whatsapp-web.js \
 && node scripts/image/pruneImage.mjs /out/worker typescript \
 && cp -r apps/web/dist /out/web \
 && echo "$COMMIT" | tee /out/api/commit > /out/worker/commit

FROM node:24-bookworm-slim AS base
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
# ffmpeg makes voice notes, waveforms, sound for iPhones and still pictures of videos. npm and similar programs are not used here.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/* \
 && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
 && mkdir /data /backups && chown node:node /data /backups
VOLUME /data
USER node
WORKDIR /app
COPY --chown=root:root LICENSE NOTICE ./

FROM base AS api
COPY --from=build --chown=root:root /out/api ./
COPY --from=build --chown=root:root /out/web ./web
ENV WEB_DIST=/app/web PORT=3000
EXPOSE 3000
# It answers once the database has been migrated, which takes long for a large one: before an hour has passed nothing is unhealthy.
HEALTHCHECK --interval=10s --timeout=5s --start-period=1h --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/ready').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "dist/main.js"]

FROM base AS worker
# For connections of type API 1. Chromium uses its own sandbox, which docker-compose.yml permits (deploy/worker-seccomp.json).
USER root
RUN apt-get update && apt-get install -y --no-install-recommends chromium fonts-liberation && rm -rf /var/lib/apt/lists/*
USER node
COPY --from=build --chown=root:root /out/worker ./
ENV METRICS_PORT=9464
# As above.
HEALTHCHECK --interval=10s --timeout=5s --start-period=1h --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.METRICS_PORT+'/alive').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "dist/main.js"]
