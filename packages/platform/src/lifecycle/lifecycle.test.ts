import { EventEmitter } from "node:events";
import { patience } from "@balcao/testing/patience";
import { createSilentLogger } from "../logger/index.js";
import { createLifecycle, type LifecycleOptions } from "./index.js";

/** A test process: emits events and records its exit status. */
class Host extends EventEmitter {
  readonly exits: number[] = [];
  connected = true;
  exit(code: number): void {
    this.exits.push(code);
  }
}

function create(options: Partial<LifecycleOptions> = {}) {
  const host = new Host();
  const lifecycle = createLifecycle({ logger: createSilentLogger(), host, ...options });
  const exited = async (): Promise<void> => {
    const deadline = Date.now() + patience(5_000);
    while (host.exits.length === 0) {
      if (Date.now() > deadline) throw new Error("The process did not exit.");
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  return { host, lifecycle, exited };
}

describe("createLifecycle", () => {
  it.each(["SIGTERM", "SIGINT", "disconnect"])("closes everything, the last first and one after the other, on %s", async (event) => {
    const { host, lifecycle, exited } = create();
    const order: string[] = [];
    lifecycle.onStop("database", async () => void order.push("database"));
    lifecycle.onStop("loop", async () => {
      order.push("loop begins");
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push("loop ends");
    });
    lifecycle.onStop("server", () => void order.push(`server, aborted ${lifecycle.signal.aborted}`));
    host.emit(event);
    await exited();
    expect(order).toEqual(["server, aborted true", "loop begins", "loop ends", "database"]);
    expect(host.exits).toEqual([0]);
  });

  it("continues after a closer that fails or hangs, and exits with 1", async () => {
    const { host, lifecycle, exited } = create({ closerLimitMs: 20 });
    let isDatabaseClosed = false;
    lifecycle.onStop("database", () => void (isDatabaseClosed = true));
    lifecycle.onStop("hangs", () => new Promise(() => undefined));
    lifecycle.onStop("fails", () => Promise.reject(new Error("x")));
    lifecycle.onStop("throws", () => {
      throw new Error("x");
    });
    host.emit("SIGTERM");
    await exited();
    expect(isDatabaseClosed).toBe(true);
    expect(host.exits).toEqual([1]);
  });

  it("applies the total limit although each closer is within its own", async () => {
    const { host, lifecycle, exited } = create({ closerLimitMs: 60_000, totalLimitMs: 40 });
    for (let index = 0; index < 5; index += 1) lifecycle.onStop("hangs", () => new Promise(() => undefined));
    host.emit("SIGTERM");
    await exited();
    expect(host.exits).toEqual([1]);
  });

  it("exits at once on a second signal", async () => {
    const { host, lifecycle } = create();
    let finish: () => void = () => undefined;
    lifecycle.onStop("slow", () => new Promise<void>((resolve) => (finish = resolve)));
    host.emit("SIGINT");
    await new Promise((resolve) => setImmediate(resolve));
    expect(host.exits).toEqual([]);
    host.emit("SIGINT");
    expect(host.exits).toEqual([130]);
    finish();
  });

  it("stops with 1 on an uncaught error, and only once", async () => {
    const { host, lifecycle, exited } = create();
    let closed = 0;
    lifecycle.onStop("x", () => void (closed += 1));
    host.emit("unhandledRejection", new Error("x"));
    host.emit("disconnect");
    await Promise.all([exited(), lifecycle.stop("again")]);
    expect(closed).toBe(1);
    expect(host.exits).toEqual([1]);
  });
});
