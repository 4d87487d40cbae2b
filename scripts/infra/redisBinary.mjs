import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dropDebianTree, fetchDebianTree, findDebianTree, hasDebianTools, libraryPath } from "./debian.mjs";
import { spawnGuarded, stopProcess, which } from "./processes.mjs";
import { Interrupted, Refusal } from "./refusal.mjs";

const NAME = "redis";
/** The program of the first is a link to one of the second, which apt would leave out where it is installed. */
const PACKAGES = ["redis-server", "redis-tools"];
const REMEDY =
  "Install it (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL to a Redis of your own.";
const PROGRAMS = ["redis-server", "valkey-server"];
const FOLDERS = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"];
const ANSWER_LIMIT_MS = 30_000;

function ping(socketFile) {
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(socketFile, () => socket.write("PING\r\nQUIT\r\n"));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("data", (chunk) => (answer += chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer.includes("+PONG")));
  });
}

/** Whether a server of this program answers PING, on a socket in a folder of its own: one that is damaged may still tell its version. */
export async function answersPing({ program, env }, limitMs = ANSWER_LIMIT_MS) {
  // The path of a socket has at most 103 characters.
  const folder = fs.mkdtempSync(path.join(os.tmpdir().length < 80 ? os.tmpdir() : "/tmp", "balcao-redis-"));
  const socketFile = path.join(folder, "s");
  const args = ["--port", "0", "--unixsocket", socketFile, "--dir", folder, "--save", "", "--appendonly", "no"];
  const child = spawnGuarded(program, args, { env, cwd: folder, stdio: "ignore", deathSignal: "KILL" });
  let gone = false;
  for (const event of ["error", "exit"]) child.once(event, () => (gone = true));
  try {
    for (const deadline = Date.now() + limitMs; !gone && Date.now() < deadline; await sleep(10)) if (await ping(socketFile)) return true;
    return false;
  } finally {
    await stopProcess(child, "SIGKILL");
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function installedRedis(progress) {
  for (const file of PROGRAMS.map((program) => which(program, FOLDERS))) {
    if (file === null) continue;
    const found = { program: file, env: process.env };
    if (await answersPing(found)) return found;
    progress.say(`${file} is passed over: it does not answer PING.`);
  }
  return null;
}

/** The program of the tree in the cache; a tree whose program does not work is removed. */
async function unpackedRedis(progress) {
  const tree = findDebianTree(NAME);
  if (tree === null) return null;
  const found = {
    program: path.join(tree, "usr", "bin", "redis-server"),
    env: { ...process.env, LD_LIBRARY_PATH: libraryPath(tree) },
  };
  if (await answersPing(found)) return found;
  dropDebianTree(NAME);
  progress.say(`${tree} was removed: its Redis does not answer PING.`);
  return null;
}

/**
 * A Redis server program that answers PING: an installed one, otherwise the distribution's package unpacked in the user's cache
 * (3 s, 13 MB, once). Refuses with instructions what to install when neither works.
 */
export async function findRedis({ progress, signal }) {
  const present = (await installedRedis(progress)) ?? (await unpackedRedis(progress));
  if (present) return present;
  if (!hasDebianTools()) throw new Refusal("Redis is missing.", REMEDY);
  try {
    const title = "Fetching Redis (the distribution's package, unpacked in the user's cache)";
    await progress.step(title, (update) => fetchDebianTree(NAME, PACKAGES, { signal, update }));
    const unpacked = await unpackedRedis(progress);
    if (unpacked) return unpacked;
    throw new Error("the package does not run on this system");
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    throw new Refusal(`Redis is missing, and its package could not be fetched: ${error.message}`, REMEDY);
  }
}
