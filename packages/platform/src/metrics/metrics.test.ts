import { createMetrics } from "./index.js";

describe("createMetrics", () => {
  it("prints every named metric and those of Node.js, labelled with the process", async () => {
    const metrics = createMetrics({ name: "api" });
    metrics.httpRequestSeconds.observe({ method: "GET", route: "/tickets/:id", status: "200" }, 0.012);
    metrics.intakeEventsTotal.inc({ connector: "meow", outcome: "accepted" }, 3);
    metrics.outboxDepth.set({ state: "queued" }, 7);
    metrics.laneLagSeconds.observe(0.2);
    metrics.liveSockets.inc();
    metrics.liveEventLagSeconds.observe(0.03);
    const { contentType, text } = await metrics.print();
    expect(contentType).toContain("text/plain");
    for (const line of [
      'http_request_seconds_bucket{le="0.02",process="api",method="GET",route="/tickets/:id",status="200"} 1',
      'intake_events_total{connector="meow",outcome="accepted",process="api"} 3',
      'outbox_depth{state="queued",process="api"} 7',
      'lane_lag_seconds_count{process="api"} 1',
      'live_sockets{process="api"} 1',
      'live_event_lag_seconds_count{process="api"} 1',
    ])
      expect(text).toContain(line);
    expect(text).toContain("nodejs_eventloop_lag_seconds");
  });

  it("keeps two processes' metrics apart", async () => {
    const [one, two] = [createMetrics({ name: "one" }), createMetrics({ name: "two" })];
    one.liveSockets.set(5);
    expect((await two.print()).text).toContain('live_sockets{process="two"} 0');
  });
});
