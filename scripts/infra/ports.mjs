import { randomInt } from "node:crypto";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "./refusal.mjs";

/** Binds a TCP port for a moment and returns its number; 0 lets the system choose. Rejects with the system's error. */
function bindPort(port = 0, host = "127.0.0.1") {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const { port: bound } = server.address();
      server.close(() => resolve(bound));
    });
  });
}

const reserved = new Set();

/** Reserves ports that a part of the product binds later, so that they are not chosen for another part. */
export function reservePorts(ports) {
  for (const port of ports) reserved.add(port);
}

/** Below the ports that systems give to outgoing connections and to servers without a wish, which would take one that is not bound yet. */
const RANGE = { first: 20_000, last: 32_700 };
const chosen = new Set();

/**
 * A port that is free now, and that this process has not chosen before. The caller must be ready to ask again, because another process
 * may bind it first.
 */
export async function freePort(host = "127.0.0.1") {
  for (;;) {
    const port = randomInt(RANGE.first, RANGE.last);
    if (reserved.has(port) || chosen.has(port)) continue;
    try {
      await bindPort(port, host);
    } catch (error) {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") continue;
      throw error;
    }
    chosen.add(port);
    return port;
  }
}

/**
 * Starts a server of our own on `port`, or on a free one. `launch(port)` resolves with null when the port was taken
 * meanwhile; then it is tried again, five times.
 */
export async function launchOnPort({ name, variable, port, launch }) {
  for (let attempt = 0; attempt < 5; attempt++) {
    const server = await launch(port ?? (await freePort()));
    if (server !== null) return server;
    if (port !== undefined) await sleep(200);
  }
  throw port === undefined
    ? new Refusal(`${name} found no free port on 127.0.0.1.`, `Check what opens so many ports, or set ${variable}.`)
    : new Refusal(`Port ${port}, which ${name} had, was taken by another program meanwhile.`, "Start again.");
}

/** Whether something accepts connections there. */
export function isAnswering(port, host = "127.0.0.1", timeoutMs = 1_000) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host });
    const finish = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => finish(false));
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
  });
}

/** The preferred port when it is free and not reserved, otherwise any free one. */
export async function choosePort(preferred, host = "127.0.0.1") {
  if (reserved.has(preferred)) return freePort(host);
  try {
    return await bindPort(preferred, host);
  } catch {
    return freePort(host);
  }
}

/**
 * Refuses a port that the product cannot use; `name` is the variable that changes it. `localhost` may mean ::1 in a browser, so another
 * program there counts too.
 */
export async function assertPortFree(port, host, name) {
  const remedy = `Stop that program, or choose another port: ${name}=${port + 1} npm start`;
  const taken = new Refusal(
    `Port ${port} is taken by another program (${name}${name === "PORT" && port === 3000 ? ", default 3000" : ""}).`,
    remedy,
  );
  try {
    await bindPort(port, host);
  } catch (error) {
    if (error.code === "EADDRINUSE") throw taken;
    if (error.code === "EACCES")
      throw new Refusal(`Port ${port} may not be opened by this user (${name}).`, `Choose a port above 1023: ${name}=3000 npm start`);
    if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(error.code)) {
      throw new Refusal(
        `HOST is ${host}, which is not an address of this machine.`,
        "Set HOST to 127.0.0.1 (this machine only) or 0.0.0.0 (every network).",
      );
    }
    throw error;
  }
  const loopbacks = host === "127.0.0.1" || host === "localhost" ? ["127.0.0.1", "::1"] : [];
  for (const address of loopbacks) if (await isAnswering(port, address)) throw taken;
}
