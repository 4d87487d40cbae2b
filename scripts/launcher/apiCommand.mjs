import { spawn } from "node:child_process";
import path from "node:path";
import { runOnInstallation } from "./installation.mjs";

/** Runs a command of the api's package on the installation of this checkout; its output and exit code become ours. */
export function runApiCommand(name, args) {
  return runOnInstallation(({ root, env, dataDir, database }) => {
    const entry = path.join(root, "apps", "api", "dist", "commands", `${name}.js`);
    const merged = { NODE_ENV: "production", ...process.env, ...env, DATA_DIR: dataDir, DATABASE_URL: database.url };
    const child = spawn(process.execPath, [entry, ...args], { stdio: ["ignore", "inherit", "inherit"], env: merged });
    return new Promise((resolve, reject) => child.once("error", reject).once("exit", (code) => resolve(code ?? 1)));
  });
}
