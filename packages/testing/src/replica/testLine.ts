import { once } from "node:events";
import net from "node:net";

/** A TCP line to a server of this machine, on which nothing passes while it is silent: connections are accepted and stay open. */
export interface TestLine {
  /** The address of the server through this line. */
  readonly url: string;
  /** Holds back what both sides send until `restore`. */
  silence(): void;
  restore(): void;
  /** How many connections are open. */
  count(): number;
  close(): Promise<void>;
}

/** Opens a line to the server of an address. */
export async function openTestLine(address: string): Promise<TestLine> {
  const { port } = new URL(address);
  const open = new Set<net.Socket>();
  let held: (() => void)[] = [];
  let isSilent = false;
  const forward = (from: net.Socket, to: net.Socket): void => {
    from.on("data", (bytes) => (isSilent ? void held.push(() => to.write(bytes)) : to.write(bytes)));
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  };
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), "127.0.0.1");
    open.add(near);
    near.on("close", () => open.delete(near));
    forward(near, far);
    forward(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = server.address();
  if (own === null || typeof own === "string") throw new Error("The line has no port.");
  const url = new URL(address);
  url.port = String(own.port);
  return {
    url: url.href,
    silence: () => void (isSilent = true),
    restore: () => {
      isSilent = false;
      held.forEach((send) => send());
      held = [];
    },
    count: () => open.size,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, "close");
    },
  };
}
