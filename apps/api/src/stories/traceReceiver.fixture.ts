import http from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** A span as a receiver of OTLP gets it, with its attributes as plain values. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly linkedTraceIds: readonly string[];
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly hasFailed: boolean;
  readonly durationMs: number;
}

/** A receiver of OTLP over HTTP in JSON on this machine. */
export interface TraceReceiver {
  readonly url: string;
  spans(): readonly ReceivedSpan[];
  /** Everything that was received, as text, and the headers of each call. */
  readonly bodies: readonly string[];
  readonly headers: readonly http.IncomingHttpHeaders[];
  close(): Promise<void>;
}

type Value = Readonly<{ stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean }>;
type Attributes = readonly { readonly key: string; readonly value: Value }[];

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string }[];
  readonly attributes: Attributes;
  readonly status?: { readonly code?: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const STATUS_ERROR = 2;

/** Answers 200 to OTLP at /v1/traces, 404 to anything else. */
export async function openTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const isTraces = request.method === "POST" && request.url === "/v1/traces" && request.headers["content-type"] === "application/json";
      if (isTraces) {
        headers.push(request.headers);
        bodies.push(Buffer.concat(chunks).toString("utf8"));
      }
      response.writeHead(isTraces ? 200 : 404, { "Content-Type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap((body) => toSpans(JSON.parse(body) as OtlpBody)),
    bodies,
    headers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function toSpans({ resourceSpans }: OtlpBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(toValues(resource.attributes)["service.name"]);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ service, ...toSpan(span) })));
  });
}

function toSpan(span: OtlpSpan): Omit<ReceivedSpan, "service"> {
  const { name, traceId, spanId, parentSpanId = "", links = [], attributes, status } = span;
  return {
    name,
    traceId,
    spanId,
    parentSpanId,
    linkedTraceIds: links.map((link) => link.traceId),
    attributes: toValues(attributes),
    hasFailed: status?.code === STATUS_ERROR,
    durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
  };
}

const toValues = (attributes: Attributes): Record<string, string | number | boolean> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, toPlain(value)]));

const toPlain = ({ stringValue, intValue, doubleValue, boolValue }: Value): string | number | boolean =>
  stringValue ?? boolValue ?? Number(intValue ?? doubleValue);
