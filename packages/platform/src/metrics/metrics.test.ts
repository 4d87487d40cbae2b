import { createMetrics } from "./index.js";

describe("createMetrics", () => {
  it("prints every named metric and those of Node.js, labelled with the process", async () => {
    const metrics = createMetrics({ name: "api", version: "1.2.3" });
    metrics.httpRequestSeconds.observe({ method: "GET", route: "/tickets/:id", status: "200" }, 0.012);
    metrics.intakeEventsTotal.inc({ connector: "meow", outcome: "accepted" }, 3);
    metrics.state.outboxMessages.set({ connection: "4", state: "queued" }, 7);
    metrics.laneLagSeconds.observe(0.2);
    metrics.liveSockets.inc();
    metrics.liveEventLagSeconds.observe(0.03);
    const { contentType, text } = await metrics.print();
    expect(contentType).toContain("text/plain");
    for (const line of [
      'balcao_info{version="1.2.3",process="api"} 1',
      'balcao_http_request_duration_seconds_bucket{le="0.02",process="api",method="GET",route="/tickets/:id",status="200"} 1',
      'balcao_intake_events_total{connector="meow",outcome="accepted",process="api"} 3',
      'balcao_outbox_messages{connection="4",state="queued",process="api"} 7',
      'balcao_lane_lag_seconds_count{process="api"} 1',
      'balcao_live_sockets{process="api"} 1',
      'balcao_live_event_lag_seconds_count{process="api"} 1',
    ])
      expect(text).toContain(line);
    expect(text).toContain("nodejs_eventloop_lag_seconds");
  });

  it("keeps two processes' metrics apart", async () => {
    const [one, two] = [createMetrics({ name: "one" }), createMetrics({ name: "two" })];
    one.liveSockets.set(5);
    expect((await two.print()).text).toContain('balcao_live_sockets{process="two"} 0');
  });

  it("collects before it prints, and prints although a collector fails or does not end", async () => {
    const metrics = createMetrics({ name: "api", hasNode: false });
    metrics.onPrint(() => Promise.reject(new Error("the database is away")));
    metrics.onPrint(() => new Promise(() => undefined));
    metrics.onPrint(() => metrics.state.lanesWaiting.set(3));
    expect((await metrics.print()).text).toContain('balcao_lanes_waiting{process="api"} 3');
  });

  it("has names that follow the conventions of Prometheus", () => {
    const names = createMetrics({ name: "api", hasNode: false }).names();
    expect(names.filter((name) => !/^balcao_[a-z_]+$/.test(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(20);
  });
});
