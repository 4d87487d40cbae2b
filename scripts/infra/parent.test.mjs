import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "@balcao/testing/patience";
import { isAlive } from "./processes.mjs";

let folder;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-parent-"))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

async function until(condition) {
  for (const deadline = Date.now() + patience(20_000); !condition(); await sleep(10)) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
  }
}

describe("a command of npm", () => {
  // With a second command the shell stays between npm and the program.
  it.each([
    ["node main.mjs", "SIGKILL"],
    ["node main.mjs", "SIGTERM"],
    ["node main.mjs; echo ended", "SIGKILL"],
  ])("that runs %j ends when npm is gone after %s", async (script, signal) => {
    const parent = path.join(import.meta.dirname, "parent.mjs");
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "x", version: "1.0.0", scripts: { start: script } }));
    fs.writeFileSync(
      path.join(folder, "main.mjs"),
      `import fs from "node:fs";
import { watchNpm } from ${JSON.stringify(parent)};
watchNpm(() => process.exit(0), { lookMs: 20 });
process.on("SIGTERM", () => {});
fs.writeFileSync("pid.new", String(process.pid));
fs.renameSync("pid.new", "pid");
setInterval(() => {}, 1000);
`,
    );
    const npm = spawn("npm", ["start"], { cwd: folder, stdio: "ignore" });
    await until(() => fs.existsSync(path.join(folder, "pid")));
    const pid = Number(fs.readFileSync(path.join(folder, "pid"), "utf8"));
    expect(isAlive(pid)).toBe(true);
    npm.kill(signal);
    await until(() => !isAlive(pid));
  });
});
