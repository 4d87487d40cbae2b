import type { ConnectionView } from "@balcao/contracts/connections";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

describe("a number that WhatsApp refuses", () => {
  let world: World;
  beforeAll(async () => (world = await openWorld()), 90_000);
  afterAll(() => world.close());

  it("shows the reason on its connection while it is down, and no longer [CONN-022]", async () => {
    const { davi, gateway } = world;
    const { id, key } = await world.number("Loja", [await world.queue("Vendas", "#236681")]);
    const read = () => davi.ask<ConnectionView>("GET", `/whatsapp/${id}`);
    gateway.control.switches({ failConnects: 1_000 });
    gateway.control.tempBan({ token: key });
    await eventually(async () => expect(await read()).toMatchObject({ status: "DISCONNECTED", statusReason: "temporaryBan" }), 30_000);
    gateway.control.switches({ failConnects: 0 });
    await eventually(async () => expect(await read()).toMatchObject({ status: "CONNECTED", statusReason: null }), 90_000);
    // The reason of an earlier failure does not return with the next one.
    gateway.control.switches({ failConnects: 1_000 });
    gateway.control.connectFailure({ token: key });
    await eventually(async () => expect(await read()).toMatchObject({ status: "DISCONNECTED" }), 60_000);
    expect((await read()).statusReason).not.toBe("temporaryBan");
  }, 200_000);
});
