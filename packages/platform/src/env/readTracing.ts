import type { Env } from "./env.js";
import type { Variables } from "./variables.js";

const SAMPLERS = ["always_on", "traceidratio", "parentbased_always_on", "parentbased_traceidratio"] as const;

/** The receiver of traces, by the standard variables of OpenTelemetry; undefined: nothing is traced. */
export function readTracing(variables: Variables): Env["tracing"] {
  const url = variables.url("OTEL_EXPORTER_OTLP_ENDPOINT", ["http:", "https:"]);
  const headers = readHeaders(variables);
  const sampler = variables.oneOf("OTEL_TRACES_SAMPLER", SAMPLERS, "always_on");
  const share = variables.text("OTEL_TRACES_SAMPLER_ARG") ?? "1";
  if (!/^(?:0|1|[01]?\.\d{1,9})$/.test(share) || Number(share) > 1)
    variables.fault("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1.");
  if (url === undefined) return undefined;
  return { url: `${url.href.replace(/(?<!\/)\/+$/, "")}/v1/traces`, headers, share: sampler.endsWith("traceidratio") ? Number(share) : 1 };
}

/** `name=value,name=value`, with values encoded as in addresses. */
function readHeaders(variables: Variables): Readonly<Record<string, string>> {
  const text = variables.text("OTEL_EXPORTER_OTLP_HEADERS");
  const pairs = (text ?? "").split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = "", value = ""] = /^\s*([\w-]+)\s*=([^\r\n]*)$/.exec(pair) ?? [];
      if (name === "") variables.fault("OTEL_EXPORTER_OTLP_HEADERS must be name=value, several with commas between.");
      return [name, decode(value.trim())];
    }),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The AI server of summaries and transcriptions; undefined where none is configured. */
export function readAi(variables: Variables): Env["ai"] {
  const isKeyGiven = variables.text("AI_KEY") !== undefined;
  const key = variables.word("AI_KEY");
  const [model, transcribeModel] = ["AI_MODEL", "AI_TRANSCRIBE_MODEL"].map((name) => variables.text(name));
  const isUrlGiven = variables.text("AI_URL") !== undefined;
  const url = variables.url("AI_URL", ["http:", "https:"]);
  const given = [isUrlGiven, isKeyGiven, model !== undefined].filter(Boolean).length;
  if (given !== 0 && given !== 3) return variables.fault("AI_URL, AI_KEY and AI_MODEL belong together: set all three, or none.");
  if (given === 0 && transcribeModel !== undefined) return variables.fault("AI_TRANSCRIBE_MODEL needs AI_URL, AI_KEY and AI_MODEL.");
  const requestsPerDay = variables.integer("AI_REQUESTS_PER_DAY", 200, 0, 1_000_000);
  if (url === undefined || key === undefined || model === undefined) return undefined;
  return { url: url.href.replace(/(?<!\/)\/+$/, ""), key, model, transcribeModel, requestsPerDay };
}
