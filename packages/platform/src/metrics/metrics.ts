import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { createStateGauges, type StateGauges } from "./stateGauges.js";

/** Seconds; fine steps below the goals of docs/PERFORMANCE.md, coarse steps above them. */
const requestBuckets = [0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const lagBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];
const sendBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

/** Longest time that printing waits for a collector; what it sets later is in the next answer. */
const COLLECTOR_MS = 2_000;

/** Sets gauges right before they are printed. */
type Collector = () => Promise<void> | void;

/**
 * The metrics of a process for Prometheus. Labels have few values: routes as patterns and ids of
 * connections, never ids of tickets, numbers or names of people.
 */
export type Metrics = Readonly<{
  /** Duration of an answered request; `route` is the pattern, "unmatched" without one. */
  httpRequestSeconds: Histogram<"method" | "route" | "status">;
  /** Events at the intake; `outcome` is accepted, repeated or refused. */
  intakeEventsTotal: Counter<"connector" | "outcome">;
  /** Events that this version does not read; `outcome` is kept, or counted beyond the day's limit. */
  unknownEventsTotal: Counter<"connector" | "outcome">;
  /** From the time that the network gives an event until it is stored. */
  intakeLagSeconds: Histogram<"connector">;
  /** From the storing of an inbound event until its lane has applied it. */
  laneLagSeconds: Histogram;
  /** Inbound events whose application failed; `outcome` is retried or parked. */
  laneFailuresTotal: Counter<"outcome">;
  /** From the first hand-off of a message until its outcome. */
  sendSeconds: Histogram<"connector" | "outcome">;
  /** Errors of gateways, by a kind of the connectors' port. */
  gatewayErrorsTotal: Counter<"connector" | "kind">;
  /** Duration of a periodic task of a worker. */
  sweepSeconds: Histogram<"sweep">;
  sweepFailuresTotal: Counter<"sweep">;
  /** When a periodic task was last completed by this process. */
  sweepCompleted: Gauge<"sweep">;
  /** Connected sockets of this process. */
  liveSockets: Gauge;
  /** Age of a live event when it was sent to the sockets. */
  liveEventLagSeconds: Histogram;
  /** Gauges that are read from the database when they are printed. */
  state: StateGauges;
  /** Calls `collect` before each printing; its failure leaves its gauges as they were. */
  onPrint: (collect: Collector) => void;
  /** The names of all metrics. */
  names: () => readonly string[];
  /** The text of `GET /metrics` and its content type. */
  print: () => Promise<Readonly<{ contentType: string; text: string }>>;
}>;

type MetricsOptions = Readonly<{
  /** Becomes the label `process`. */
  name: string;
  version?: string;
  /** Whether the metrics of Node.js are included. */
  hasNode?: boolean;
}>;

/** The metrics of one process in a registry of their own. */
export function createMetrics({ name, version = "0", hasNode = true }: MetricsOptions): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  // The default of 10 ms wakes a process a hundred times a second, which is most of what it costs at rest.
  if (hasNode) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const registers = [registry];
  new Gauge({ name: "balcao_info", help: "The version of this process", labelNames: ["version"], registers }).set({ version }, 1);
  const collectors: Collector[] = [];
  return Object.freeze({
    ...createTraffic(registers),
    ...createIntake(registers),
    ...createSweeps(registers),
    state: createStateGauges(registers),
    onPrint: (collect) => void collectors.push(collect),
    names: () => registry.getMetricsAsArray().map((metric) => metric.name),
    print: async () => {
      await Promise.all(collectors.map(collectInTime));
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  });
}

function createIntake(registers: Registry[]) {
  return {
    intakeEventsTotal: new Counter({
      name: "balcao_intake_events_total",
      help: "Inbound events by connector and outcome",
      labelNames: ["connector", "outcome"] as const,
      registers,
    }),
    unknownEventsTotal: new Counter({
      name: "balcao_unknown_events_total",
      help: "Inbound events that this version does not read",
      labelNames: ["connector", "outcome"] as const,
      registers,
    }),
    intakeLagSeconds: new Histogram({
      name: "balcao_intake_lag_seconds",
      help: "From the network's time of an event until it is stored",
      labelNames: ["connector"] as const,
      buckets: lagBuckets,
      registers,
    }),
  };
}

function createTraffic(registers: Registry[]) {
  return {
    httpRequestSeconds: new Histogram({
      name: "balcao_http_request_duration_seconds",
      help: "Duration of answered requests",
      labelNames: ["method", "route", "status"] as const,
      buckets: requestBuckets,
      registers,
    }),
    laneLagSeconds: new Histogram({
      name: "balcao_lane_lag_seconds",
      help: "From the storing of an inbound event until it is applied",
      buckets: lagBuckets,
      registers,
    }),
    laneFailuresTotal: new Counter({
      name: "balcao_lane_failures_total",
      help: "Inbound events whose application failed",
      labelNames: ["outcome"] as const,
      registers,
    }),
    sendSeconds: new Histogram({
      name: "balcao_send_duration_seconds",
      help: "From the first hand-off of a message until its outcome",
      labelNames: ["connector", "outcome"] as const,
      buckets: sendBuckets,
      registers,
    }),
    gatewayErrorsTotal: new Counter({
      name: "balcao_gateway_errors_total",
      help: "Errors of gateways",
      labelNames: ["connector", "kind"] as const,
      registers,
    }),
    liveSockets: new Gauge({ name: "balcao_live_sockets", help: "Connected sockets", registers }),
    liveEventLagSeconds: new Histogram({
      name: "balcao_live_event_lag_seconds",
      help: "Age of a live event when sent",
      buckets: lagBuckets,
      registers,
    }),
  };
}

function createSweeps(registers: Registry[]) {
  return {
    sweepSeconds: new Histogram({
      name: "balcao_sweep_duration_seconds",
      help: "Duration of a periodic task",
      labelNames: ["sweep"] as const,
      buckets: sendBuckets,
      registers,
    }),
    sweepFailuresTotal: new Counter({
      name: "balcao_sweep_failures_total",
      help: "Periodic tasks that failed",
      labelNames: ["sweep"] as const,
      registers,
    }),
    sweepCompleted: new Gauge({
      name: "balcao_sweep_last_success_timestamp_seconds",
      help: "When this process completed a periodic task last; before that, when it started it",
      labelNames: ["sweep"] as const,
      registers,
    }),
  };
}

/** Waits for a collector, but not longer than its limit. */
async function collectInTime(collect: Collector): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, COLLECTOR_MS);
  });
  const collected = Promise.resolve()
    .then(collect)
    .catch(() => undefined);
  await Promise.race([collected, late]);
  clearTimeout(timer);
}
