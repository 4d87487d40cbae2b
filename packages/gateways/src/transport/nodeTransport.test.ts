import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { EXPIRED } from "@balcao/testing/expiredCertificate";
import { createNodeTransport } from "./nodeTransport.js";

describe("a request to a gateway", () => {
  it("has sent nothing to a server whose certificate has expired, and says why [B-09]", async () => {
    const received: string[] = [];
    const server = createServer(EXPIRED, (request, response) => {
      received.push(request.url ?? "");
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const call = { method: "GET", url: `https://127.0.0.1:${port}/session/status`, headers: {}, body: null, timeoutMs: 5_000 } as const;
    await expect(createNodeTransport()(call)).rejects.toMatchObject({ reached: false, message: "certificate has expired" });
    expect(received).toEqual([]);
    server.close();
    await once(server, "close");
  });
});
