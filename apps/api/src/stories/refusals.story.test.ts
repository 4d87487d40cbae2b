import type { ConnectionView } from "@balcao/contracts/connections";
import type { QueueView } from "@balcao/contracts/queues";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

const BAN_S = 3600;

describe("a number that WhatsApp refuses", () => {
  let world: World;
  let queue: QueueView;
  beforeAll(async () => {
    world = await openWorld();
    queue = await world.queue("Vendas", "#236681");
  }, 90_000);
  afterAll(() => world.close());

  const number = async (name: string) => {
    const { id, key } = await world.number(name, [queue]);
    return { id, key, read: () => world.davi.ask<ConnectionView>("GET", `/whatsapp/${id}`) };
  };
  const logins = () => world.gateway.control.requests("/session/connect").length;

  it("shows the reason on its connection while it is down, and no longer [CONN-022]", async () => {
    const { key, read } = await number("Loja");
    const { control } = world.gateway;
    control.refuseLogins({ token: key, code: 405 });
    await eventually(async () => expect(await read()).toMatchObject({ status: "DISCONNECTED", statusReason: "gatewayOutdated" }), 30_000);
    control.refuseLogins({ token: key, code: null });
    await eventually(async () => expect(await read()).toMatchObject({ status: "CONNECTED", statusReason: null }), 90_000);
    // The reason of an earlier failure does not return with the next one.
    control.refuseLogins({ token: key, code: 418 });
    await eventually(
      async () => expect(await read()).toMatchObject({ status: "DISCONNECTED", statusReason: "connectionRefused: 418" }),
      60_000,
    );
  }, 200_000);

  it("rests until a ban ends, says when that is, and tries at once when a person asks [D-291]", async () => {
    const { id, key, read } = await number("Filial");
    const { control } = world.gateway;
    const before = Date.now();
    control.tempBan({ token: key, expireSeconds: BAN_S });
    await eventually(async () => expect(await read()).toMatchObject({ status: "DISCONNECTED", statusReason: "temporaryBan" }), 30_000);
    const until = Date.parse(String((await read()).statusReasonUntil));
    expect(until).toBeGreaterThanOrEqual(before + BAN_S * 1000);
    expect(until).toBeLessThan(Date.now() + BAN_S * 1000);

    // The other number is tried again meanwhile, so the keeper has had its turns.
    const tried = logins();
    const other = await number("Posto");
    control.connectFailure({ token: other.key });
    await eventually(
      async () => expect(await other.read()).toMatchObject({ status: "DISCONNECTED", statusReason: "gatewayFailed" }),
      30_000,
    );
    await eventually(async () => expect(await other.read()).toMatchObject({ status: "CONNECTED" }), 90_000);
    const own = control
      .requests("/session/connect")
      .slice(tried)
      .filter(({ token }) => token === key);
    expect(own).toEqual([]);

    await world.davi.ask("POST", "/whatsapp/restart", { whatsappId: id });
    await eventually(async () => expect(control.webhookAttempts("TemporaryBan")).toHaveLength(2), 30_000);
  }, 200_000);

  it("says at once that its account needs a passkey, and offers a code again when a person asks [D-292]", async () => {
    const { davi, gateway } = world;
    const { id } = await davi.ask<ConnectionView>("POST", "/whatsapp", { name: "Com chave", api: "meow", queueIds: [queue.id] });
    const read = () => davi.ask<ConnectionView>("GET", `/whatsapp/${id}`);
    await eventually(async () => expect((await read()).status).toBe("qrcode"), 30_000);
    const token = gateway.control.state().users.find(({ name }) => name === "Com chave")?.token ?? "";
    gateway.control.demandPasskey({ token });
    gateway.control.scan({ token });
    await eventually(
      async () => expect(await read()).toMatchObject({ status: "TIMEOUT", statusReason: "passkeyNeeded", qrcode: null }),
      30_000,
    );
    await davi.ask("PUT", `/whatsappsession/${id}`);
    await eventually(async () => expect(await read()).toMatchObject({ status: "qrcode", statusReason: null }), 30_000);
  }, 90_000);

  it("is logged out with the reason that WhatsApp gives [CONN-022]", async () => {
    const { key, read } = await number("Oficina");
    world.gateway.control.loggedOut({ token: key, reason: 403 });
    await eventually(async () => expect(await read()).toMatchObject({ status: "LOGGEDOUT", statusReason: "accountBlocked" }), 30_000);
  }, 60_000);
});
