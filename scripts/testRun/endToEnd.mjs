import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { freePort } from "../infra/ports.mjs";
import { readLines, runTree, spawnGuarded, stopProcess } from "../infra/processes.mjs";
import { Interrupted, Refusal } from "../infra/refusal.mjs";
import { playwrightFiles, playwrightTotals } from "./totals.mjs";

/** Ends a run that hangs; each test has a limit of its own. */
const LIMIT_MS = 40 * 60_000;
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
async function startProduct({ root, tmp, progress, signal, patience }, meta) {
  const dataDir = path.join(tmp, "product");
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
  await progress.step("Starting the product", async (update) => {
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
  const ports = { port: await freePort(), pushPort: await freePort(), aiPort: await freePort() };
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

/** Starts the stand-in of an AI server at the product's AI_URL. */
async function startAi(root, { aiPort, token }) {
  const { startAiServer } = await import(pathToFileURL(path.join(root, "packages/simulators/dist/ai/index.js")).href);
  return startAiServer({ key: token, ...AI_MODELS }, aiPort);
}

/** The end-to-end tests: a real Chromium against the real product. */
export async function runEndToEnd(context) {
  const { root, tmp, progress, signal } = context;
  const browser = await context.shell();
  const meta = await chooseMeta();
  const product = await startProduct(context, meta);
  let graph;
  let pushes;
  let ai;
  let result;
  try {
    graph = await startMeta(root, meta, product);
    pushes = await startPushes(root, meta);
    ai = await startAi(root, meta);
    const report = path.join(tmp, "playwright.json");
    const env = {
      ...process.env,
      E2E_CHROMIUM: browser,
      E2E_REPORT: report,
      BASE_URL: product.url,
      PHONE_URL: product.phoneUrl,
      E2E_MEOW_URL: product.meowUrl,
      E2E_DATABASE_URL: product.databaseUrl,
      E2E_ADMIN_EMAIL: ADMIN.email,
      E2E_ADMIN_PASSWORD: ADMIN.password,
      E2E_GRAPH_URL: graph.url,
      E2E_META_TOKEN: meta.token,
      E2E_PUSH_URL: pushes.url,
      E2E_AI_URL: ai.url,
    };
    const cli = path.join(root, "node_modules", "@playwright", "test", "cli.js");
    const chosen = (process.env.E2E_ARGS ?? "").split(/\s+/).filter(Boolean);
    const { code } = await runTree(process.execPath, [cli, "test", ...chosen], {
      cwd: root,
      signal,
      env,
      timeoutMs: context.patience(LIMIT_MS),
      onLine: progress.say,
    });
    if (!fs.existsSync(report)) throw new Refusal(`Playwright ended without a report (exit code ${code}).`, "Its lines above say why.");
    const found = JSON.parse(fs.readFileSync(report, "utf8"));
    const totals = playwrightTotals(found);
    result = { ok: code === 0 && totals.failed === 0, ...totals, files: playwrightFiles(found) };
  } finally {
    await graph?.close();
    await pushes?.close();
    await ai?.close();
    await product.stop();
  }
  if (product.child.exitCode !== 0 || !result.ok) {
    progress.say(["The product's own lines:", ...product.lines.slice(-40).map((line) => `  | ${line}`)].join("\n"));
  }
  if (product.child.exitCode !== 0) throw new Refusal(`npm start ended with exit code ${product.child.exitCode} instead of 0.`, "");
  return result;
}
