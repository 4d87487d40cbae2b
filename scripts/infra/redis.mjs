import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readPrivateFile, writePrivateFile } from "./dataFolder.mjs";
import { keepLogShort, openLogFile, tailOf } from "./logFiles.mjs";
import { launchOnPort } from "./ports.mjs";
import { spawnGuarded, stopProcess } from "./processes.mjs";
import { findRedis } from "./redisBinary.mjs";
import { Interrupted, Refusal } from "./refusal.mjs";

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;

/** Sends a command to a Redis and resolves with its answer until the connection closed or the time passed. */
function ask(port, password, command, timeoutMs = 2_000) {
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect({ port, host: "127.0.0.1" }, () => socket.write(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`));
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on("data", (chunk) => (answer += chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

/** Ends a server that a killed launcher left, because two servers would write one append-only file. */
async function stopLeftover(folder, log) {
  const left = readPrivateFile(path.join(folder, "server.json"));
  if (!left) return;
  const isOurs = async () => (await ask(left.port, left.password, "CONFIG GET dir")).includes(folder);
  if (await isOurs()) {
    log("Stopping the Redis server that an earlier run left");
    await ask(left.port, left.password, "SHUTDOWN");
    for (let i = 0; i < 100 && (await isOurs()); i++) await sleep(50);
  }
  fs.rmSync(path.join(folder, "server.json"), { force: true });
}

/** The configuration is sent through stdin, so that the password is never in the list of processes. */
function configuration({ port, password, folder, durable }) {
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `requirepass ${password}`,
    `dir "${folder}"`,
    "daemonize no",
    "maxmemory-policy noeviction",
  ];
  return [...lines, 'save ""', `appendonly ${durable ? "yes" : "no"}`, ""].join("\n");
}

async function launch({ found, folder, port, password, durable, logFile, signal }) {
  const sink = openLogFile(logFile);
  writePrivateFile(path.join(folder, "server.json"), { port, password });
  const child = spawnGuarded(found.program, ["-"], { env: found.env, cwd: folder, stdio: ["pipe", sink.fd, sink.fd] });
  fs.closeSync(sink.fd);
  child.stdin.on("error", () => {});
  child.stdin.end(configuration({ port, password, folder, durable }));
  let gone = false;
  child.once("error", () => (gone = true));
  child.once("exit", () => (gone = true));
  const deadline = Date.now() + START_LIMIT_MS;
  while (!gone && Date.now() < deadline && !signal?.aborted) {
    if ((await ask(port, password, "PING", 1_000)).includes("+PONG")) return { child, port };
    await sleep(20);
  }
  await stopProcess(child, "SIGTERM", STOP_LIMIT_MS);
  if (signal?.aborted) throw new Interrupted();
  const lines = tailOf(logFile, sink.from);
  if (/Address already in use|Failed listening/.test(lines.join("\n"))) return null;
  throw new Refusal(
    `Redis cannot start on ${folder}.`,
    `It holds only timers, which are made anew from the database: move ${folder} away and start again.`,
    lines.slice(-5),
  );
}

/**
 * Starts an embedded Redis on a loopback port with a generated password.
 *
 * @param {{ dataDir: string, durable?: boolean, progress: object, log?: (line: string) => void, logLimits?: object, signal?: AbortSignal, before?: { port: number, password: string } }} options
 *   `before` is a server that has ended and whose address this one uses; without it the port is a free one.
 * @returns url, port, password, program, exited (a promise), stop(quick).
 */
export async function startRedis({ dataDir, durable = true, progress, log = () => {}, logLimits, signal, before }) {
  const found = await findRedis({ progress, signal });
  const folder = path.join(dataDir, "redis");
  const logFile = path.join(dataDir, "logs", "redis.log");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  await stopLeftover(fs.realpathSync(folder), log);
  const password = before?.password ?? randomBytes(24).toString("base64url");
  const server = await launchOnPort({
    name: "Redis",
    variable: "REDIS_URL",
    port: before?.port,
    launch: (port) => launch({ found, folder, port, password, durable, logFile, signal }),
  });
  const { child, port } = server;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  void exited.then(keepLogShort(logFile, logLimits));
  const stop = async (quick = false) => {
    await stopProcess(child, "SIGTERM", quick ? 2_000 : STOP_LIMIT_MS);
    fs.rmSync(path.join(folder, "server.json"), { force: true });
  };
  return { program: found.program, port, password, url: `redis://:${password}@127.0.0.1:${port}`, child, exited, stop };
}
