// node processGroup.mjs COMMAND ARGS…: runs a command that starts others, and ends all of them when the calling process has ended in any
// way, because then the pipe on stdin closes. It leads its own process group (see spawnGuarded).
import { spawn } from "node:child_process";

const GRACE_MS = 5_000;
const [command, ...args] = process.argv.slice(2);

const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
child.once("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.once("exit", (code) => process.exit(code ?? 1));

// The whole group gets SIGTERM; this process stays until the command has ended.
process.on("SIGTERM", () => {});
process.stdin.once("close", () => {
  process.kill(-process.pid, "SIGTERM");
  setTimeout(() => process.kill(-process.pid, "SIGKILL"), GRACE_MS);
});
process.stdin.resume();
