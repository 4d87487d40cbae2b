import type { ConnectionView } from "@balcao/contracts/connections";
import { openCloudWorld, type CloudWorld } from "./cloud.fixture.js";

describe("an account of the Cloud API", () => {
  let cloud: CloudWorld;
  let id: number;

  beforeAll(async () => {
    cloud = await openCloudWorld();
    cloud.graph.control.token({ value: "EAAGexpired", state: "expired" });
    cloud.graph.control.token({ value: "EAAGrestricted", state: "restricted" });
    id = (await cloud.number("Oficial", [])).id;
  }, 90_000);
  afterAll(() => cloud.close());
  afterEach(() => cloud.graph.control.clearFaults());

  const connections = () => cloud.world.rows("SELECT * FROM connection ORDER BY id");
  /** Without connections of other kinds, whose sessions store what they learn meanwhile. */
  const stored = () =>
    cloud.world.rows("SELECT name, phone_number_id, waba_id, account_sealed FROM connection WHERE api = 'cloud_api' ORDER BY id");
  const audited = () => cloud.world.rows("SELECT id FROM audit_entry WHERE action LIKE 'connection.%' ORDER BY id");
  const create = (changes: object) =>
    cloud.world.davi.call("POST", "/whatsapp", { name: "Segunda", api: "cloud_api", queueIds: [], ...cloud.account, ...changes });
  const change = (changes: object) => cloud.world.davi.call("PUT", `/whatsapp/${id}`, { farewellMessage: "Tchau", ...changes });

  it.each([
    [{ tokenMeta: "EAAGnobodys" }, "tokenMeta", "rejected", /recusou o token/],
    [{ tokenMeta: "EAAGexpired" }, "tokenMeta", "expired", /expirou/],
    [{ tokenMeta: "EAAGrestricted" }, "tokenMeta", "rejected", /permissões/],
    [{ phoneNumberId: "999" }, "phoneNumberId", "unknown", /não conhece este ID do número/],
    [{ wabaId: "998" }, "wabaId", "unknown", /não conhece este ID da conta/],
  ])(
    "is refused with %j at its field when Meta does not take it, and nothing is written [CONN-014]",
    async (wrong, field, rule, sentence) => {
      const before = { rows: await stored(), audit: await audited() };
      for (const answer of [await create(wrong), await change(wrong)]) {
        expect(answer).toMatchObject({
          status: 400,
          body: { code: "ERR_VALIDATION", error: expect.stringMatching(sentence), details: [{ field, rule }] },
        });
        expect(JSON.stringify(answer.body)).not.toContain("EAAG");
      }
      expect({ rows: await stored(), audit: await audited() }).toEqual(before);
      expect((await cloud.world.davi.ask<ConnectionView>("GET", `/whatsapp/${id}`)).farewellMessage).not.toBe("Tchau");
    },
  );

  it("receives Meta's messages unless that is switched off when it is created [D-148]", async () => {
    const made = (fields: object) => cloud.world.davi.ask<ConnectionView>("POST", "/whatsapp", { api: "cloud_api", ...fields });
    expect(await made({ name: "Com a Meta" })).toMatchObject({ metaIntegration: true });
    expect(await made({ name: "Sem a Meta", metaIntegration: false })).toMatchObject({ metaIntegration: false });
    expect(await made({ name: "De outro tipo", api: "meow" })).toMatchObject({ metaIntegration: false });
  });

  it("is refused when the number is another account's", async () => {
    cloud.graph.control.addAccount({ wabaId: "555" });
    const expected = {
      status: 400,
      body: { error: expect.stringContaining("não pertence"), details: [{ field: "wabaId", rule: "foreign" }] },
    };
    expect(await create({ wabaId: "555" })).toMatchObject(expected);
    expect(await change({ wabaId: "555" })).toMatchObject(expected);
  });

  it("is not stored unchecked while Meta does not answer, and the error says so", async () => {
    const before = await stored();
    cloud.graph.control.fault({ match: { path: "/v26.0/106540352242922$" }, action: { kind: "reset", when: "before" }, times: 2 });
    for (const answer of [await create({}), await change({ tokenMeta: `${cloud.token}9` })])
      expect(answer).toMatchObject({
        status: 400,
        body: { code: "ERR_ACCOUNT_UNCHECKED", error: expect.stringContaining("nada foi salvo") },
      });
    expect(await stored()).toEqual(before);
  });

  it("is checked only when it changes, and its token can be read nowhere meanwhile [D-139, S-72]", async () => {
    const asked = () =>
      cloud.graph.control.log().filter((entry) => entry.kind === "request" && entry.path.endsWith("/phone_numbers")).length;
    const before = asked();
    expect(await change({ tokenMeta: "", phoneNumberId: cloud.account.phoneNumberId })).toMatchObject({ status: 200 });
    expect(asked()).toBe(before);
    expect(await change({ tokenMeta: cloud.token, wabaId: "" })).toMatchObject({ status: 200, body: { wabaId: "" } });
    cloud.graph.control.fault({ match: { path: "/phone_numbers$" }, action: { kind: "delay", ms: 300 }, times: 1 });
    const changing = change({ wabaId: cloud.account.wabaId });
    const seen: unknown[] = [];
    for (let isOver = false; !isOver;) {
      seen.push(...(await cloud.world.rows("SELECT * FROM gateway_call")));
      isOver = await Promise.race([changing.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 10))]);
    }
    expect(await changing).toMatchObject({ status: 200, body: { wabaId: cloud.account.wabaId } });
    expect(seen.length).toBeGreaterThan(0);
    expect(JSON.stringify([seen, await connections()])).not.toContain(cloud.token);
    expect(asked()).toBe(before + 1);
  });

  it("may be incomplete: the row says what is missing", async () => {
    const answer = await create({ name: "Depois", phoneNumberId: "", tokenMeta: "" });
    expect(answer).toMatchObject({ status: 200, body: { phoneNumberId: "", tokenMetaSet: false } });
  });
});
