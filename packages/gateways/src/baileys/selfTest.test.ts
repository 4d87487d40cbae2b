import * as library from "@whiskeysockets/baileys";
import { createGuardedFetch } from "@balcao/platform/http";
import { createTestHost } from "../conformance/testHost.js";
import { createGate } from "../intake/gate.js";
import { UnopenedSession } from "../port/index.js";
import { BaileysSession } from "./baileysSession.js";
import { testReceipts } from "./selfTest.js";
import { toSettings } from "./settings.js";

describe("the test of the library before its first session", () => {
  it("passes with the installed version", async () => {
    await expect(testReceipts(library)).resolves.toBeUndefined();
  });

  it("fails, and says what to do, with a version that receipts before the journal", async () => {
    const careless: typeof library = {
      ...library,
      makeWASocket: (config) =>
        library.makeWASocket({ ...config, makeSignalRepository: library.DEFAULT_CONNECTION_CONFIG.makeSignalRepository }),
    };
    await expect(testReceipts(careless)).rejects.toMatchObject({
      kind: "unsupported",
      reason: "libraryUnsafe",
    });
  });

  it("reports a test without a result", async () => {
    const mute: typeof library = {
      ...library,
      makeWASocket: (config) => {
        const sock = library.makeWASocket(config);
        sock.ws.removeAllListeners("CB:message");
        return sock;
      },
    };
    await expect(testReceipts(mute, 500)).rejects.toMatchObject({ kind: "transient" });
  });

  it("prevents sessions from starting when it failed", async () => {
    const host = await createTestHost();
    const settings = toSettings({ url: "ws://127.0.0.1:1/ws/chat", fetchPublic: createGuardedFetch() });
    const verify = () => Promise.reject(new UnopenedSession("unsupported", "unsafe", "libraryUnsafe"));
    const session = new BaileysSession(host, settings, createGate(1), verify);
    await expect(session.start()).rejects.toMatchObject({ kind: "unsupported", message: "unsafe" });
    expect(host.reports.at(-1)).toMatchObject({ status: "DISCONNECTED", reason: "libraryUnsafe" });
    expect(await session.status()).toMatchObject({ status: "DISCONNECTED", reason: "libraryUnsafe" });
    await host.remove();
  });
});
