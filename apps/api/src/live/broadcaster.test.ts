import { inUnit, type Services } from "@balcao/application/ground/kernel";
import { ADMIN, openApiStage, type ApiStage } from "../apiStage.fixture.js";
import { createBroadcaster } from "./broadcaster.js";
import { openLiveSocket, until } from "./liveSocket.fixture.js";
import type { LiveSocket } from "./liveSocket.js";

describe("live events that cannot be presented [F-08]", () => {
  let stage: ApiStage;
  beforeAll(async () => {
    stage = await openApiStage();
    await stage.signIn(ADMIN.email, ADMIN.password);
  }, 120_000);
  afterAll(() => stage.close());

  /** A broadcaster of its own, with Davi's sockets; what each of them hears. */
  async function openBroadcast(services: Services, sockets: ReadonlySet<LiveSocket>) {
    const broadcaster = createBroadcaster({ services, sockets, observeLag: () => undefined, onCountsMoved: () => undefined });
    await broadcaster.start();
    return broadcaster;
  }
  const changeUser = (services: Services) => inUnit(services, (unit) => unit.live("user", { id: 1, action: "update" }));

  it("are skipped after several failures, and every browser reads again and hears what comes after", async () => {
    const { services } = stage.auth;
    let failures = 0;
    let isBroken = true;
    const failing: Services = {
      ...services,
      directory: {
        ...services.directory,
        refresh: () => (isBroken ? Promise.reject(new Error(`failure ${(failures += 1)}`)) : services.directory.refresh()),
      },
    };
    const heard: string[] = [];
    const broadcaster = await openBroadcast(failing, new Set([await openSocket(heard)]));
    try {
      await changeUser(services);
      await until(() => heard.some((text) => text.includes('"resync"')));
      expect(failures).toBe(5);
      isBroken = false;
      await changeUser(services);
      await until(() => heard.some((text) => text.includes('"user"')));
    } finally {
      await broadcaster.stop();
    }
  }, 60_000);

  it("to one person reach all others, and that person's browser reads again", async () => {
    const { services } = stage.auth;
    const [broken, whole]: [string[], string[]] = [[], []];
    const socket = await openSocket(broken);
    Object.defineProperty(socket, "listener", {
      value: () => {
        throw new Error("nobody can be shown this");
      },
    });
    const broadcaster = await openBroadcast(services, new Set([socket, await openSocket(whole)]));
    try {
      await changeUser(services);
      await until(() => whole.some((text) => text.includes('"user"')));
      expect(broken.some((text) => text.includes('"resync"'))).toBe(true);
    } finally {
      await broadcaster.stop();
    }
  }, 60_000);
});

/** A socket of Davi's that is live. */
async function openSocket(heard: string[]): Promise<LiveSocket> {
  const socket = openLiveSocket((packet) => heard.push(String(packet)));
  await socket.replay(() => Promise.resolve(null));
  heard.length = 0;
  return socket;
}
