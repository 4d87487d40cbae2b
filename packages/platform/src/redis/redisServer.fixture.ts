import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { patience } from "@balcao/testing/patience";

const binaries = [process.env["REDIS_SERVER"] ?? "redis-server", "valkey-server"];

/**
 * The Redis program of this machine, for tests that stop and start it; undefined when there is
 * none.
 */
export const redisBinary = binaries.find((binary) => spawnSync(binary, ["--version"], { timeout: 5_000 }).status === 0);

/** A free loopback port. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port.");
  return address.port;
}

/** A Redis in memory on a loopback port; stop it with `stopRedis`. */
export async function startRedis(binary: string, port: number, more: readonly string[] = []): Promise<ChildProcess> {
  const child = spawn(binary, ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", ...more], {
    stdio: "ignore",
  });
  const deadline = Date.now() + patience(5_000);
  while (!(await answers(port))) {
    if (Date.now() > deadline) throw new Error("redis-server did not start.");
  }
  return child;
}

export async function stopRedis(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    socket.write("PING\r\n");
    const [data] = await once(socket, "data");
    return String(data).startsWith("+PONG");
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  } finally {
    socket.destroy();
  }
}
