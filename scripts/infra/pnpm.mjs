import fs from "node:fs";
import path from "node:path";
import { runTree, which } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

/** The pinned package manager of package.json, as `pnpm@1.2.3`. */
function pinnedPnpm(root) {
  return JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")).packageManager.split("+")[0];
}

/**
 * Runs the pinned pnpm through npx, which fetches it once and afterwards works without a network. Returns `{ code, lines }`.
 * NODE_ENV is left out: with `production` pnpm would skip the tools that build the product.
 */
export function runPnpm(root, args, options = {}) {
  const npx = which("npx", [path.dirname(process.execPath)]);
  if (!npx) throw new Refusal("npx is missing: it comes with npm.", "Install npm (it is part of Node.js from nodejs.org) and start again.");
  const { NODE_ENV: _left, ...inherited } = process.env;
  const env = {
    ...inherited,
    CI: process.env.CI ?? "1",
    COREPACK_ENABLE_STRICT: "0",
    DO_NOT_TRACK: "1",
    PUPPETEER_SKIP_DOWNLOAD: "1",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
  };
  return runTree(npx, ["--yes", "--prefer-offline", "--loglevel=error", pinnedPnpm(root), ...args], { cwd: root, env, ...options });
}
