import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to the product that can be cut, as a network is. */
export class Cable {
  private readonly open = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async lay(to: string): Promise<Cable> {
    const target = new URL(to);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const cable = new Cable(server, `http://${target.hostname}:${String(port)}`);
    server.on("connection", (near) => {
      if (cable.isCut) {
        near.destroy();
        return;
      }
      const far = connect(Number(target.port), "127.0.0.1");
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        cable.open.add(one);
        one.pipe(other);
        one.on("error", () => other.destroy());
        one.on("close", () => (cable.open.delete(one), other.destroy()));
      }
    });
    return cable;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.open) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  remove(): void {
    this.cut();
    this.server.close();
  }
}
