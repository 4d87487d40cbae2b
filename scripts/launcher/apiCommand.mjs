import { spawn } from "node:child_process";
import path from "node:path";
import { runOnInstallation } from "./installation.mjs";

/** Runs a built command of the api's package, with its output. Resolves with its exit code. */
export function spawnApiCommand({ root, env, dataDir, database }, name, args, more = {}) {
  const entry = path.join(root, "apps", "api", "dist", "commands", `${name}.js`);
  const merged = { NODE_ENV: "production", ...env, ...more, DATA_DIR: dataDir, DATABASE_URL: database.url };
  const child = spawn(process.execPath, [entry, ...args], { stdio: ["ignore", "inherit", "inherit"], env: merged });
  return new Promise((resolve, reject) => child.once("error", reject).once("exit", (code) => resolve(code ?? 1)));
}

/**
 * Runs a command of the api's package on the installation of this checkout, with its output and exit code. `prepareEnv` returns
 * variables for it; `creates` makes a missing installation; `stopped` refuses one that runs.
 */
export function runApiCommand(name, args, { prepareEnv = () => ({}), ...needs } = {}) {
  return runOnInstallation(async (installation) => spawnApiCommand(installation, name, args, await prepareEnv(installation.env)), needs);
}
