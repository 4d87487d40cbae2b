import { command, type Ctx } from "@balcao/application/ground/kernel";
import { openApiStage, type ApiStage } from "./apiStage.fixture.js";

describe("a command", () => {
  let stage: ApiStage;
  beforeAll(async () => {
    stage = await openApiStage();
  }, 120_000);
  afterAll(() => stage.close());

  const addTag = (name: string, isLive: boolean) => {
    const { services } = stage.auth;
    const ctx: Ctx = {
      actor: {
        id: 1,
        profile: "admin",
        queueIds: [],
        active: true,
        addContact: true,
        editContact: true,
        delContact: true,
        sendToMany: false,
        maintain: false,
      },
      sessionId: "0b0b0b0b-0000-4000-8000-000000000001",
      ip: null,
      now: services.clock.now(),
      route: "POST /tag",
      idempotencyKey: null,
    };
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
