import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { freePort } from "../infra/ports.mjs";
import { readLines, runTree, spawnGuarded, stopProcess } from "../infra/processes.mjs";
import { Interrupted, Refusal } from "../infra/refusal.mjs";
import { playwrightFiles, playwrightTotals } from "./totals.mjs";

const LIMIT_MS = 15 * 60_000;
const START_LIMIT_MS = 180_000;
const ADMIN = { email: "davi@example.com", password: "counter-7-Lantern" };

/** Variables of the person who runs the tests must not reach the product under test. */
function productEnvironment(extra) {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|USER|LANG|LC_|TMPDIR|TERM|XDG_|npm_config_|NODE_EXTRA|HTTPS?_PROXY|NO_PROXY|CI$)/i.test(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

/**
 * Starts the product as a newcomer does, with scripts/start.mjs, in a data folder and on ports of its own. An .env file in
 * the checkout is overruled by setting its variables empty.
 */
async function startProduct({ root, tmp, progress, signal, patience }, meta) {
  const dataDir = path.join(tmp, "product");
  const blank = Object.fromEntries(
    ["DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "WEBHOOK_BASE_URL", "MEOW_URL", "MEOW_ADMIN_TOKEN", "ROLES", "HOST"].map((name) => [
      name,
      "",
    ]),
  );
  const env = productEnvironment({
    ...blank,
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

/** What the product and the stand-in for Meta's Graph API know of each other, made up for this run. */
async function inventMeta() {
  const random = () => randomBytes(24).toString("hex");
  return { port: await freePort(), appSecret: random(), verifyToken: random(), token: `EAAG${random()}` };
}

/** Meta's stand-in, as the start of the product has built it; it listens where the product looks for Meta. */
async function startMeta(root, { port, appSecret, token }, product) {
  const { startGraph } = await import(pathToFileURL(path.join(root, "packages/simulators/dist/graph/index.js")).href);
  return startGraph({ port, appSecret, token, webhookUrl: `${product.url}/api/webhook/meta` });
}

/** The end-to-end tests: a real Chromium against the real product. */
export async function runEndToEnd(context) {
  const { root, tmp, progress, signal } = context;
  const browser = await context.browser();
  const meta = await inventMeta();
  const product = await startProduct(context, meta);
  let graph;
  let result;
  try {
    graph = await startMeta(root, meta, product);
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
    };
    const cli = path.join(root, "node_modules", "@playwright", "test", "cli.js");
    const { code } = await runTree(process.execPath, [cli, "test"], {
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
    await product.stop();
  }
  if (product.child.exitCode !== 0 || !result.ok) {
    progress.say(["The product's own lines:", ...product.lines.slice(-40).map((line) => `  | ${line}`)].join("\n"));
  }
  if (product.child.exitCode !== 0) throw new Refusal(`npm start ended with exit code ${product.child.exitCode} instead of 0.`, "");
  return result;
}
