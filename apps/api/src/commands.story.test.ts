import { command, type Ctx } from "@balcao/application/ground/kernel";
import { aCtx, anActor } from "@balcao/testing/cast";
import { openApiStage, type ApiStage } from "./apiStage.fixture.js";

describe("a command", () => {
  let stage: ApiStage;
  beforeAll(async () => {
    stage = await openApiStage();
  }, 120_000);
  afterAll(() => stage.close());

  const addTag = (name: string, isLive: boolean) => {
    const { services } = stage.auth;
    const ctx: Ctx = aCtx(anActor(1, "admin"), { now: services.clock.now(), route: "POST /tag" });
    return command(services, ctx, async (unit) => {
      const [{ id } = { id: 0 }] = await unit.ask<{ id: number }>("INSERT INTO tag (name, color) VALUES ($1, '#fff') RETURNING id", [name]);
      if (isLive) await unit.live("tag", { id, action: "create" });
      return { audit: { action: "tag.create", description: name }, result: id };
    });
  };
  const names = async () => (await stage.test.database.sql.ask<{ name: string }>("SELECT name FROM tag")).map(({ name }) => name);

  it("that changes a row with events and records none fails, and nothing of it is kept", async () => {
    await expect(addTag("Sem evento", false)).rejects.toThrow('tag.create records no live event "tag"');
    expect(await names()).toEqual([]);
    await addTag("Com evento", true);
    expect(await names()).toEqual(["Com evento"]);
  });
});
