# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV CI=1 DO_NOT_TRACK=1 TURBO_TELEMETRY_DISABLED=1 PUPPETEER_SKIP_DOWNLOAD=1
COPY . .
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile \
 && npx --yes pnpm@10.34.9 exec turbo run build \
 && npx --yes pnpm@10.34.9 --filter=@balcao/api --prod deploy --legacy /out/api \
 && npx --yes pnpm@10.34.9 --filter=@balcao/worker --prod deploy --legacy /out/worker \
 && cp -r apps/web/dist /out/web

FROM node:24-bookworm-slim AS base
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
# Voice notes, waveforms and sound for iPhones are ffmpeg's work.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/* \
 && mkdir /data && chown node:node /data
VOLUME /data
USER node

FROM base AS api
WORKDIR /app
COPY --from=build --chown=root:root /out/api ./
COPY --from=build --chown=root:root /out/web ./web
ENV WEB_DIST=/app/web PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "dist/main.js"]

FROM base AS worker
WORKDIR /app
# For connections of type API 1. A container offers Chromium no sandbox of its own: the container is the fence.
USER root
RUN apt-get update && apt-get install -y --no-install-recommends chromium fonts-liberation && rm -rf /var/lib/apt/lists/*
USER node
ENV CHROMIUM_ARGS="--no-sandbox --disable-setuid-sandbox --no-zygote"
COPY --from=build --chown=root:root /out/worker ./
CMD ["node", "dist/main.js"]
