import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Seconds; fine below the goals of docs/PERFORMANCE.md, coarse above them. */
const requestBuckets = [0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const lagBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

/** What a process tells Prometheus. Labels have few values: routes as patterns, never ids, numbers or names of people. */
export type Metrics = Readonly<{
  /** Duration of an answered request; `route` is the pattern (`/tickets/:id`), "unmatched" without one. */
  httpRequestSeconds: Histogram<"method" | "route" | "status">;
  /** Events at the intake; `outcome` is accepted, repeated or refused. */
  intakeEventsTotal: Counter<"connector" | "outcome">;
  /** Rows of the outbox by state (queued, handed, unknown). */
  outboxDepth: Gauge<"state">;
  /** Age of an inbound event when its lane has applied it. */
  laneLagSeconds: Histogram;
  /** Wanted numbers that are not connected. */
  numbersDown: Gauge;
  /** Inbound events that could not be applied and wait for an administrator. */
  parkedEvents: Gauge;
  /** Sockets that are connected to this process. */
  liveSockets: Gauge;
  /** Age of a live event when it left for the sockets. */
  liveEventLagSeconds: Histogram;
  /** The text of `GET /metrics` and its content type. */
  print: () => Promise<Readonly<{ contentType: string; text: string }>>;
}>;

/** The metrics of one process (`name` becomes the label `process`) with those of Node.js itself, in a registry of their own. */
export function createMetrics({ name }: Readonly<{ name: string }>): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return Object.freeze({
    httpRequestSeconds: new Histogram({
      name: "http_request_seconds",
      help: "Duration of answered requests in seconds",
      labelNames: ["method", "route", "status"] as const,
      buckets: requestBuckets,
      registers,
    }),
    intakeEventsTotal: new Counter({
      name: "intake_events_total",
      help: "Inbound events by connector and outcome",
      labelNames: ["connector", "outcome"] as const,
      registers,
    }),
    outboxDepth: new Gauge({ name: "outbox_depth", help: "Rows of the outbox by state", labelNames: ["state"] as const, registers }),
    laneLagSeconds: new Histogram({
      name: "lane_lag_seconds",
      help: "Age of an inbound event when applied, in seconds",
      buckets: lagBuckets,
      registers,
    }),
    numbersDown: new Gauge({ name: "numbers_down", help: "Wanted numbers that are not connected", registers }),
    parkedEvents: new Gauge({ name: "parked_events", help: "Inbound events that wait for an administrator", registers }),
    liveSockets: new Gauge({ name: "live_sockets", help: "Connected sockets", registers }),
    liveEventLagSeconds: new Histogram({
      name: "live_event_lag_seconds",
      help: "Age of a live event when sent, in seconds",
      buckets: lagBuckets,
      registers,
    }),
    print: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  });
}
