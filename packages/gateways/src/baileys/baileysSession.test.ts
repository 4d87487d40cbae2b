import { once } from "node:events";
import { createGuardedFetch } from "@balcao/platform/http";
import { WebSocketServer } from "ws";
import { createTestHost, until, type TestHost } from "../conformance/testHost.js";
import { createGate } from "../intake/gate.js";
import { BaileysSession } from "./baileysSession.js";
import { toSettings } from "./settings.js";

let server: WebSocketServer;
let origin: string;
/** The paths to which sockets have connected; each session has its own. */
let connected: (string | undefined)[];
let host: TestHost;
beforeEach(async () => {
  connected = [];
  server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (_socket, request) => connected.push(request.url));
  await once(server, "listening");
  const address = server.address();
  origin = `ws://127.0.0.1:${String(typeof address === "object" ? address?.port : 0)}`;
  host = await createTestHost();
});
afterEach(async () => {
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
  await host.remove();
});

const open = (name: string, report: TestHost["report"] = host.report): BaileysSession => {
  const settings = toSettings({ url: `${origin}/${name}`, fetchPublic: createGuardedFetch() });
  return new BaileysSession({ ...host, report }, settings, createGate(1), () => Promise.resolve());
};

describe("a session that is stopped", () => {
  it("opens no socket any more, also when its opening was just being stored [M-8]", async () => {
    let store: () => void = () => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const given = open("given", async () => {
      begin();
      await stored;
    });
    const starting = given.start();
    await begun;
    await given.stop();
    store();
    await starting;
    // The next holder connects; a socket of the first one would have come before.
    const next = open("next");
    const waiting = next.start().catch(() => undefined);
    await until(
      () => connected,
      (paths) => paths.includes("/next"),
    );
    expect(connected).toEqual(["/next"]);
    await next.stop();
    await waiting;
  });
});
