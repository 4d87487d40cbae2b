import http from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { patience } from "@balcao/testing/patience";
import { createSilentLogger } from "../logger/index.js";
import { openTracing, readTraceparents, toTraceparent, type SpanRef, type Tracing } from "./index.js";

const SECRET = "s".repeat(44);
const SUBJECTS = Array.from({ length: 40 }, (_none, index) => `event:${index + 1}` as const);

interface Body {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly { readonly traceId: string }[] }[] }[];
}

async function openReceiver(answers: boolean) {
  const traceIds: string[] = [];
  let calls = 0;
  const server = http.createServer((request, response) => {
    calls += 1;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Body;
      traceIds.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(({ traceId }) => traceId))));
      if (answers) response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    traceIds,
    calls: () => calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function open(url: string, { share = 1, secret = SECRET } = {}): Promise<Tracing> {
  const options = { service: "balcao-api", version: "1", secret, logger: createSilentLogger() };
  const tracing = await openTracing({ url, headers: {}, share }, options);
  if (tracing === null) throw new Error("tracing is off");
  return tracing;
}

const recordAll = (tracing: Tracing, refs: readonly SpanRef[]): void =>
  refs.forEach((ref) =>
    tracing.record({ name: "event stored", kind: "producer", ref, parent: null, startedAt: 2_000, endedAt: 1_000, attributes: {} }),
  );

describe("tracing", () => {
  it("gives a row the same trace in every process of an installation, and another one elsewhere", async () => {
    const receiver = await openReceiver(true);
    const [api, worker, other] = [await open(receiver.url), await open(receiver.url), await open(receiver.url, { secret: "o".repeat(44) })];
    expect(api.refOf("message:7", "queued")).toEqual(worker.refOf("message:7", "queued"));
    expect(api.refOf("message:7", "handed").traceId).toBe(api.refOf("message:7", "queued").traceId);
    expect(api.refOf("message:7", "handed").spanId).not.toBe(api.refOf("message:7", "queued").spanId);
    expect(api.refOf("event:7", "stored").traceId).not.toBe(api.refOf("message:7", "queued").traceId);
    expect(api.refOf("message:7", "queued")).not.toEqual(other.refOf("message:7", "queued"));
    expect(api.refOf("message:7", "queued")).toEqual({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    await Promise.all([api, worker, other].map((each) => each.close()));
    receiver.close();
  });

  it("sends the share of the traces that is wanted, the same ones from every process", async () => {
    const receivers = [await openReceiver(true), await openReceiver(true)] as const;
    for (const receiver of receivers) {
      const tracing = await open(receiver.url, { share: 0.5 });
      recordAll(
        tracing,
        SUBJECTS.map((subject) => tracing.refOf(subject, "stored")),
      );
      await tracing.close();
      receiver.close();
    }
    const [first, second] = receivers.map(({ traceIds }) => [...traceIds].sort());
    expect(first).toEqual(second);
    expect(first?.length).toBeGreaterThan(5);
    expect(first?.length).toBeLessThan(35);
  });

  it("ends although the receiver takes calls and never answers", async () => {
    const receiver = await openReceiver(false);
    const tracing = await open(receiver.url);
    recordAll(tracing, [tracing.newRef()]);
    const startedAt = performance.now();
    await tracing.close();
    expect(receiver.calls()).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(patience(4_000));
    recordAll(tracing, [tracing.newRef()]);
    receiver.close();
  });

  it("reads from a live event the spans that caused it, and nothing from what is none", () => {
    const ref = { traceId: "a".repeat(32), spanId: "b".repeat(16) };
    expect(readTraceparents({ id: 7, trace: [toTraceparent(ref), "00-x-y-01", 7] })).toEqual([ref]);
    for (const payload of [null, 7, "x", {}, { trace: null }, { trace: "x" }]) expect(readTraceparents(payload)).toEqual([]);
  });
});
