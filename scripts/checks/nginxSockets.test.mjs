import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import tls from "node:tls";
import { freePort } from "../infra/ports.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const LONG = process.env.BALCAO_LONG === "1";
/** More than the 768 connections of the distribution carry either way; each socket takes two. */
const SOCKETS = LONG ? 2_000 : 500;
const AT_ONCE = 100;

const isThere = (program) => spawnSync(program, ["-v"]).error === undefined;
const filesAllowed = Number(spawnSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).stdout);
const missing = [
  ...["nginx", "openssl"].filter((program) => !isThere(program)),
  ...(filesAllowed < 2 * SOCKETS + 500 ? [`${2 * SOCKETS + 500} open files (ulimit -n)`] : []),
];

let folder;
let nginx;
let backends;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-nginx-"));
  backends = [];
});
afterEach(async () => {
  if (nginx && nginx.exitCode === null) {
    const ended = once(nginx, "exit");
    nginx.kill("SIGTERM");
    await ended;
  }
  for (const { server, sockets } of backends) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

/** An api that takes every WebSocket and says nothing. */
async function startBackend() {
  const sockets = new Set();
  const server = http.createServer((_request, response) => response.end("ok"));
  server.on("upgrade", (_request, socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", 4_096, resolve));
  backends.push({ server, sockets });
  return server.address().port;
}

/** Starts nginx with the shipped file, whose ports and paths alone are others, beneath the main file of the distribution. */
async function startNginx(connections) {
  const [first, second, plain, secure] = [await startBackend(), await startBackend(), await freePort(), await freePort()];
  const key = path.join(folder, "key.pem");
  const certificate = path.join(folder, "cert.pem");
  const subject = ["-subj", "/CN=inbox.example.com", "-days", "2"];
  spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, ...subject]);
  const shipped = read("deploy/proxy/nginx.conf")
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${first}`)
    .replaceAll("127.0.0.1:3001", `127.0.0.1:${second}`)
    .replace(/^ *listen \[::\].*$/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${plain};`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${secure} ssl http2;`)
    .replace(/ssl_certificate +\S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key +\S+;/, `ssl_certificate_key ${key};`)
    .replaceAll("/var/log/nginx", folder);
  fs.writeFileSync(path.join(folder, "balcao.conf"), shipped);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/main.log crit; worker_rlimit_nofile 20000;
    events { worker_connections ${connections}; }
    http { ${temporary.join(" ")} include ${folder}/balcao.conf; }`;
  fs.writeFileSync(path.join(folder, "nginx.conf"), main);
  nginx = spawn("nginx", ["-p", folder, "-c", path.join(folder, "nginx.conf")], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  nginx.stderr.on("data", (chunk) => (said += chunk));
  for (;;) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    if ((await open(secure, "/")).isOpen) return secure;
  }
}

/** Opens a socket as a browser does; resolves when it was taken or refused. */
function open(port, address) {
  return new Promise((resolve) => {
    const socket = tls.connect({ host: "127.0.0.1", port, servername: "inbox.example.com", rejectUnauthorized: false }, () =>
      socket.write(`GET ${address} HTTP/1.1\r\nHost: inbox.example.com\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`),
    );
    const end = (isOpen) => resolve({ isOpen, socket });
    socket.once("data", (chunk) => end(/^HTTP\/1\.1 101 /.test(chunk)));
    socket.on("error", () => end(false)).on("close", () => end(false));
  });
}

async function openAll(port) {
  const opened = [];
  while (opened.length < SOCKETS) {
    const some = Array.from({ length: AT_ONCE }, () => open(port, "/socket.io/?EIO=4&transport=websocket&token=segredo"));
    opened.push(...(await Promise.all(some)));
  }
  const count = opened.filter(({ isOpen }) => isOpen).length;
  for (const { socket } of opened) socket.destroy();
  return count;
}

describe("nginx with the shipped configuration", () => {
  if (missing.length > 0) process.stdout.write(`nginx was not tried with sockets: this machine has no ${missing.join(", no ")}.\n`);

  it(`carries ${SOCKETS} sockets with the documented limit and not with the distribution's, and logs no arguments`, async () => {
    if (missing.length > 0) return;
    const [, documented] = /worker_connections (\d+);\//.exec(read("docs/DEPLOY.md"));
    expect(await openAll(await startNginx(Number(documented)))).toBe(SOCKETS);
    const ended = once(nginx, "exit");
    nginx.kill("SIGQUIT");
    for (const { sockets } of backends) for (const socket of sockets) socket.destroy();
    await ended;
    const log = fs.readFileSync(path.join(folder, "access.log"), "utf8");
    expect(log.match(/"GET \/socket\.io\/" 101/g)).toHaveLength(SOCKETS);
    expect(log).not.toMatch(/segredo|transport/);
    expect(await openAll(await startNginx(768))).toBeLessThan(SOCKETS);
  }, 120_000);
});
