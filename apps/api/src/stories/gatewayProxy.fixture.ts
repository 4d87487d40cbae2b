import { once } from "node:events";
import net from "node:net";

/** A TCP proxy before a server of this machine, which can be stopped and started again. */
export interface GatewayProxy {
  readonly url: string;
  /** Stops listening and breaks open connections. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** Opens a proxy for a port of this machine. */
export async function openGatewayProxy(toPort: number): Promise<GatewayProxy> {
  const open = new Set<net.Socket>();
  let server: net.Server | null = null;
  const listen = async (port: number): Promise<number> => {
    server = net.createServer((near) => {
      const far = net.connect(toPort, "127.0.0.1");
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(from);
        from.on("error", () => to.destroy());
        from.on("close", () => {
          open.delete(from);
          to.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  };
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}`,
    cut: async () => {
      const closing = server;
      if (!closing) return;
      server = null;
      closing.close();
      for (const socket of open) socket.destroy();
      await once(closing, "close");
    },
    restore: async () => {
      if (!server) await listen(port);
    },
  };
}
