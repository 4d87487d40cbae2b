import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { freePort } from "../infra/ports.mjs";
import { readLines, spawnGuarded, stopProcess } from "../infra/processes.mjs";
import { Interrupted, Refusal } from "../infra/refusal.mjs";
import { readPrivate } from "./logLeaks.mjs";

const START_LIMIT_MS = 180_000;
const AI_MODELS = { model: "writer", transcribeModel: "listener" };
const ADMIN = { email: "davi@example.com", password: "counter-7-Lantern" };

/** The environment of the product under test, without the variables of the person who runs the tests. */
function productEnvironment(extra) {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|USER|LANG|LC_|TMPDIR|TERM|XDG_|npm_config_|NODE_EXTRA|HTTPS?_PROXY|NO_PROXY|CI$)/i.test(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

/**
 * Starts the product as a new user does, with scripts/start.mjs, in a data folder and on ports of its own. An .env file in
 * the checkout is overridden with empty variables.
 */
async function startProduct({ root, progress, signal, patience }, dataDir, meta) {
  const blank = Object.fromEntries(
    [
      "DATABASE_URL",
      "REDIS_URL",
      "FILES_URL",
      "FILES_PUBLIC_URL",
      "PUBLIC_URL",
      "WEBHOOK_BASE_URL",
      "MEOW_URL",
      "MEOW_ADMIN_TOKEN",
      "ROLES",
      "HOST",
    ].map((name) => [name, ""]),
  );
  const env = productEnvironment({
    ...blank,
    // Cheap password hashes, and nothing else: every test signs in, and a hash costs 0.4 s of a processor.
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    PHONE_PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
    SIMULATOR: "on",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT_PER_MINUTE: "100000",
    GRAPH_URL: `http://127.0.0.1:${meta.port}`,
    GRAPH_VERSION: "",
    META_APP_SECRET: meta.appSecret,
    META_VERIFY_TOKEN: meta.verifyToken,
    PUSH_LOOPBACK_PORT: String(meta.pushPort),
    WEBHOOK_INTERNAL_HOSTS: `127.0.0.1:${meta.hookPort}`,
    SMTP_URL: `smtp://127.0.0.1:${meta.mailPort}`,
    SMTP_FROM: "balcao@example.com",
    OIDC_ISSUER: `http://127.0.0.1:${meta.oidcPort}`,
    OIDC_CLIENT_ID: "balcao",
    OIDC_CLIENT_SECRET: meta.token,
    OIDC_NAME: "Acme",
    AI_URL: `http://127.0.0.1:${meta.aiPort}/v1`,
    AI_KEY: meta.token,
    AI_MODEL: AI_MODELS.model,
    AI_TRANSCRIBE_MODEL: AI_MODELS.transcribeModel,
  });
  const lines = [];
  const child = spawnGuarded(process.execPath, [path.join(root, "scripts", "start.mjs")], { cwd: root, env });
  for (const stream of [child.stdout, child.stderr]) readLines(stream, (line) => lines.push(line));
  const stop = () => stopProcess(child, "SIGINT", 60_000);
  const address = path.join(dataDir, "run.json");
  const deadline = Date.now() + patience(START_LIMIT_MS);
  await progress.step(`Starting the product in ${path.basename(dataDir)}`, async (update) => {
    while (!fs.existsSync(address)) {
      if (signal.aborted || child.exitCode !== null || Date.now() > deadline) {
        await stop();
        if (signal.aborted) throw new Interrupted();
        throw new Refusal("The product did not start.", "", lines.slice(-40));
      }
      update(lines.at(-1) ?? "");
      await sleep(50);
    }
  });
  return { ...JSON.parse(fs.readFileSync(address, "utf8")), lines, child, stop };
}

/** Generates the addresses and secrets that the product and the Graph double share in this run. */
async function chooseMeta() {
  const random = () => randomBytes(24).toString("hex");
  const ports = {
    port: await freePort(),
    pushPort: await freePort(),
    aiPort: await freePort(),
    mailPort: await freePort(),
    oidcPort: await freePort(),
    hookPort: await freePort(),
  };
  return { ...ports, appSecret: random(), verifyToken: random(), token: `EAAG${random()}` };
}

/** Starts the Graph double, which the start of the product has built, at the product's GRAPH_URL. */
async function startMeta(root, { port, appSecret, token }, product) {
  const { startGraph } = await import(pathToFileURL(path.join(root, "packages/simulators/dist/graph/index.js")).href);
  return startGraph({ port, appSecret, token, webhookUrl: `${product.url}/api/webhook/meta` });
}

/** Starts the stand-in of a push service, at the one port of this machine where the product may call it. */
async function startPushes(root, { pushPort }) {
  const { startPushService } = await import(pathToFileURL(path.join(root, "packages/simulators/dist/pushService/index.js")).href);
  return startPushService(pushPort);
}

/** Starts a mail server at the product's SMTP_URL; its address answers the mails that arrived. */
async function startMails(root, { mailPort }) {
  const { openTestMailServer } = await import(pathToFileURL(path.join(root, "packages/testing/dist/mailServer/index.js")).href);
  const mails = await openTestMailServer({ port: mailPort });
  const reader = http.createServer((_request, response) => response.end(JSON.stringify(mails.arrived))).listen(0, "127.0.0.1");
  await once(reader, "listening");
  const close = () => Promise.all([mails.close(), new Promise((resolve) => reader.close(resolve))]);
  return { url: `http://127.0.0.1:${reader.address().port}`, close };
}

/** Starts the company's provider at the product's OIDC_ISSUER; an account is its e-mail. */
async function startProvider(root, { oidcPort, token }, product) {
  const { openTestProvider } = await import(pathToFileURL(path.join(root, "packages/testing/dist/oidcProvider/index.js")).href);
  return openTestProvider({ id: "balcao", secret: token, redirectUri: `${product.url}/login` }, oidcPort);
}

/** Starts the stand-in of an AI server at the product's AI_URL. */
async function startAi(root, { aiPort, token }) {
  const { startAiServer } = await import(pathToFileURL(path.join(root, "packages/simulators/dist/ai/index.js")).href);
  return startAiServer({ key: token, ...AI_MODELS }, aiPort);
}

/**
 * Starts an installation for one worker of the browser tests: the product with a data folder of its own, and the stand-ins
 * for what it calls. Returns what the tests need to know of it, where its logs are and what must not be in them, and `stop`, which
 * resolves with the product's exit code.
 */
export async function startInstallation(context, name) {
  const meta = await chooseMeta();
  const product = await startProduct(context, path.join(context.tmp, name), meta);
  const doubles = [];
  const stop = async () => {
    for (const double of doubles) await double.close();
    await product.stop();
    return product.child.exitCode;
  };
  try {
    const started = async (double) => {
      doubles.push(await double);
      return doubles.at(-1).url;
    };
    doubles.push(await startProvider(context.root, meta, product));
    const addresses = {
      url: product.url,
      phoneUrl: product.phoneUrl,
      meowUrl: product.meowUrl,
      databaseUrl: product.databaseUrl,
      meta: { url: await started(startMeta(context.root, meta, product)), token: meta.token },
      pushUrl: await started(startPushes(context.root, meta)),
      aiUrl: await started(startAi(context.root, meta)),
      mailUrl: await started(startMails(context.root, meta)),
      hookPort: meta.hookPort,
      admin: ADMIN,
    };
    const { appSecret, verifyToken, token } = meta;
    const folder = path.join(context.tmp, name);
    const secrets = Object.values(JSON.parse(fs.readFileSync(path.join(folder, "secrets.json"), "utf8")));
    return {
      addresses,
      lines: product.lines,
      logFolder: path.join(folder, "logs"),
      readPrivate: async () => [...(await readPrivate(product.databaseUrl)), ADMIN.password, appSecret, verifyToken, token, ...secrets],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
