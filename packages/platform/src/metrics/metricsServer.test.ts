import { createMetrics, openMetricsServer } from "./index.js";

describe("the metrics of a worker", () => {
  it("are for this machine, and for others with the token; whether it is alive everybody may ask", async () => {
    const server = await openMetricsServer(createMetrics({ name: "worker", hasNode: false }), {
      host: "127.0.0.1",
      port: 0,
      token: "t".repeat(32),
    });
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
      return [answer.status, (await answer.text()).includes("balcao_info")];
    };
    try {
      expect(await ask("/metrics")).toEqual([200, true]);
      expect(await ask("/metrics", { "X-Forwarded-For": "10.0.0.1" })).toEqual([403, false]);
      expect(await ask("/metrics", { "X-Forwarded-For": "10.0.0.1", Authorization: "Bearer wrong" })).toEqual([403, false]);
      expect(await ask("/metrics", { "X-Forwarded-For": "10.0.0.1", Authorization: `Bearer ${"t".repeat(32)}` })).toEqual([200, true]);
      expect(await ask("/other")).toEqual([404, false]);
      expect(await ask("/alive", { "X-Forwarded-For": "10.0.0.1" })).toEqual([200, false]);
    } finally {
      await server.close();
    }
  });

  it("without a token are for this machine alone", async () => {
    const server = await openMetricsServer(createMetrics({ name: "worker", hasNode: false }), {
      host: "127.0.0.1",
      port: 0,
      token: undefined,
    });
    const headers = { "X-Forwarded-For": "10.0.0.1", Authorization: "Bearer undefined" };
    expect((await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })).status).toBe(403);
    await server.close();
  });
});
