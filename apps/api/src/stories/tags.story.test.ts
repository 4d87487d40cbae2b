import type { ContactView } from "@balcao/contracts/contacts";
import { applyRow } from "@balcao/contracts/live";
import { byTagName, type TagDetailView, type TagView } from "@balcao/contracts/tags";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

describe("tags", () => {
  let world: World;
  let ana: Agent;
  let bia: Agent;
  let first: ContactView;
  let second: ContactView;
  /** What Bia's browser holds: loaded once, and changed by events alone. */
  let held: readonly TagView[];
  let phones = 5511900700000;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    ana = await world.person("Ana");
    bia = await world.person("Bia");
    first = await contact("Primeira");
    second = await contact("Segunda");
    held = await bia.ask<TagView[]>("GET", "/tag");
    bia.socket.on("tag", (event) => {
      held = applyRow(held, event.tagId, event.action === "delete" ? null : event.tag, byTagName);
    });
  }, 90_000);
  afterAll(() => world.close());

  const contact = (name: string, more: object = {}) =>
    world.davi.ask<ContactView>("POST", "/contacts", { name, number: String((phones += 1)), respostaAutomatica: true, ...more });
  const create = (name: string, more: object = {}) => ana.ask<TagView>("POST", "/tag", { name, color: "#1e7a3e", ...more });
  const inStep = () => eventually(async () => expect(held).toEqual(await bia.ask<TagView[]>("GET", "/tag")));
  const audit = (id: number) =>
    world.rows(
      `SELECT source, action, description, origin, user_id AS "userId" FROM audit_entry WHERE related_kind = 'tag' AND related_id = $1 ORDER BY id`,
      [id],
    );

  it("are made, changed and deleted by anybody who is signed in, and everybody sees it at once [TAG-004, API-071, API-072, API-073, API-074, API-075, RT-020, RT-026, D-162, D-164]", async () => {
    const tag = await create("VIP", { contacts: [second.id, first.id] });
    expect(tag).toEqual({
      id: expect.any(Number),
      name: "VIP",
      color: "#1e7a3e",
      contactsCount: 2,
      contacts: [first.id, second.id],
      contactsCut: false,
      userId: ana.id,
    });
    await create("Atacado");
    await inStep();
    expect(held.map(({ name }) => name)).toEqual(["Atacado", "VIP"]);
    expect(await ana.ask<TagDetailView>("GET", `/tag/${tag.id}`)).toMatchObject({
      contactsCount: 2,
      contacts: [
        { id: first.id, name: "Primeira" },
        { id: second.id, name: "Segunda" },
      ],
    });
    await bia.ask("PUT", `/tag/${tag.id}`, { name: "Aliados", color: "#fff", contacts: String(second.id) });
    await inStep();
    expect(held[0]).toEqual({
      id: tag.id,
      name: "Aliados",
      color: "#fff",
      contactsCount: 1,
      contacts: [second.id],
      contactsCut: false,
      userId: ana.id,
    });
    expect(await ana.ask("DELETE", `/tag/${tag.id}`)).toEqual({ message: expect.any(String) });
    await inStep();
    expect(held.map(({ name }) => name)).toEqual(["Atacado"]);
    expect((await ana.ask<ContactView>("GET", `/contacts/${second.id}`)).tags).toEqual([]);
    for (const [method, body] of [["GET"], ["DELETE"], ["PUT", { name: "Outra", color: "#fff" }]] as const)
      expect(await ana.call(method, `/tag/${tag.id}`, body)).toMatchObject({ status: 404, body: { code: "ERR_NOT_FOUND" } });
  });

  it("keep what a change does not name, their contacts too, and lose them all for an empty list in either form [D-163]", async () => {
    const { id } = await create("Varejo", { contacts: `${first.id},${second.id}` });
    const change = (more: object) => ana.ask<TagView>("PUT", `/tag/${id}`, { name: "Varejo", color: "#123456", ...more });
    expect(await change({})).toMatchObject({ color: "#123456", contacts: [first.id, second.id] });
    expect(await ana.ask("PUT", `/tag/${id}`, { color: "#654321" })).toMatchObject({ name: "Varejo", color: "#654321" });
    expect(await ana.ask("PUT", `/tag/${id}`, { name: "Atacarejo" })).toMatchObject({ name: "Atacarejo", color: "#654321" });
    expect(await audit(id)).toContainEqual(expect.objectContaining({ action: "tag.change", description: "Varejo" }));
    expect(await ana.call("PUT", `/tag/${id}`, { name: "" })).toMatchObject({ status: 400 });
    expect(await change({ contacts: "" })).toMatchObject({ contactsCount: 0, contacts: [] });
    expect(await change({ contacts: [first.id] })).toMatchObject({ contacts: [first.id] });
    expect(await change({ contacts: [] })).toMatchObject({ contacts: [] });
    await inStep();
  });

  it("are given to a contact as it is made, which everybody's list of tags counts [CONTACT-001, API-047]", async () => {
    const { id } = await create("Novos");
    const made = await contact("Terceira", { tagIds: [id] });
    expect(made.tags).toEqual([{ id, name: "Novos", color: "#1e7a3e" }]);
    await inStep();
    expect(held.find((tag) => tag.id === id)).toMatchObject({ contactsCount: 1, contacts: [made.id] });
    const refused = await world.davi.call("POST", "/contacts", {
      name: "Quarta",
      number: "5511900799999",
      respostaAutomatica: true,
      tagIds: [id, 99_999],
    });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ field: "tagIds", rule: "exists" }] } });
    expect(await world.rows("SELECT 1 FROM contact WHERE name = 'Quarta'")).toEqual([]);
  });

  it("count a contact that got or lost them, was deleted, merged or parted again, at once on every screen [TAG-001, D-390]", async () => {
    const [one, two] = [await create("Primeira"), await create("Segunda")];
    const [kept, gone] = [await contact("Fica", { tagIds: [one.id] }), await contact("Vai", { tagIds: [one.id, two.id] })];
    const counts = () => [one, two].map(({ id }) => held.find((tag) => tag.id === id)?.contactsCount);
    const become = async (expected: readonly number[]) => {
      await eventually(() => expect(counts()).toEqual(expected));
      await inStep();
    };
    await become([2, 1]);
    await world.davi.ask("PUT", `/contacts/${kept.id}`, { tagIds: [two.id] });
    await become([1, 2]);
    await world.davi.ask("POST", `/contacts/${kept.id}/merge/${gone.id}`, {});
    await become([1, 1]);
    const [merge] = await world.davi.ask<{ id: number }[]>("GET", `/contacts/${kept.id}/merges`);
    await world.davi.ask("POST", `/contacts/${kept.id}/merges/${merge?.id ?? 0}/undo`, { ticketIds: [] });
    await become([1, 2]);
    await world.davi.ask("DELETE", `/contacts/${kept.id}`);
    await become([1, 1]);
  });

  it("are listed with counts alone when their contacts are more than a thousand, and one names the first thousand [TAG-004, D-390]", async () => {
    const many = await create("Milhares");
    await world.rows(
      `WITH made AS (INSERT INTO contact (name) SELECT 'Contato ' || lpad(g::text, 4, '0') FROM generate_series(1, 1002) g RETURNING id)
       INSERT INTO contact_tag (contact_id, tag_id) SELECT id, $1 FROM made`,
      [many.id],
    );
    const listed = await ana.ask<TagView[]>("GET", "/tag");
    expect(listed.find(({ id }) => id === many.id)).toMatchObject({ contactsCount: 1_002, contacts: [], contactsCut: true });
    expect(new Set(listed.map(({ contacts, contactsCut }) => `${contacts.length} ${String(contactsCut)}`))).toEqual(new Set(["0 true"]));
    const whole = await ana.ask<TagDetailView>("GET", `/tag/${many.id}`);
    expect(whole).toMatchObject({ contactsCount: 1_002, contactsCut: true });
    expect([whole.contacts.length, whole.contacts[0]?.name, whole.contacts[999]?.name]).toEqual([1_000, "Contato 0001", "Contato 1000"]);
    expect(await ana.ask("PUT", `/tag/${many.id}`, { color: "#123456" })).toMatchObject({ contactsCount: 1_002 });
    await eventually(() =>
      expect(held.find(({ id }) => id === many.id)).toMatchObject({ color: "#123456", contacts: [], contactsCut: true }),
    );
    await world.rows("DELETE FROM contact WHERE name LIKE 'Contato %'");
    expect(await ana.ask("PUT", `/tag/${many.id}`, { color: "#123457" })).toMatchObject({ contactsCount: 0, contactsCut: false });
  });

  it("are refused with a bad name or colour, with a name that is taken and with contacts that do not exist; nothing is kept [TAG-005, TAG-006]", async () => {
    const { id } = await create("Fixa");
    const before = await ana.ask<TagView[]>("GET", "/tag");
    for (const [fields, field] of [
      [{ name: "" }, "name"],
      [{ name: "x" }, "name"],
      [{ name: "x".repeat(51) }, "name"],
      [{ color: "" }, "color"],
      [{ color: "#1" }, "color"],
      [{ color: "#123456789" }, "color"],
      [{ contacts: [99_999] }, "contacts"],
      [{ contacts: ["a"] }, "contacts[0]"],
    ] as const)
      for (const [method, at] of [
        ["POST", "/tag"],
        ["PUT", `/tag/${id}`],
      ] as const)
        expect([fields, await ana.call(method, at, { name: "Boa", color: "#1e7a3e", ...fields })]).toMatchObject([
          fields,
          { status: 400, body: { code: "ERR_VALIDATION", details: expect.arrayContaining([expect.objectContaining({ field })]) } },
        ]);
    expect(await ana.call("POST", "/tag", { name: "FIXA", color: "#1e7a3e" })).toMatchObject({
      status: 400,
      body: { code: "ERR_NAME_TAKEN" },
    });
    expect(await ana.ask("GET", "/tag")).toEqual(before);
  });

  it("leave who did what in the audit, with the remark of the browser [TAG-007, LOG-002, LOG-009]", async () => {
    const { id } = await create("Auditada", { log: { descricao: "Criou a etiqueta Auditada", origem: "Tags" } });
    await ana.ask("PUT", `/tag/${id}`, { name: "Outra", color: "#1e7a3e" });
    await ana.ask("POST", "/log", { log: { descricao: "Alterou a etiqueta Outra", origem: "Tags", tagId: id } });
    await ana.ask("DELETE", `/tag/${id}`);
    await ana.ask("POST", "/log", { descricao: "Excluiu a etiqueta Outra", origem: "Tags", tagId: id });
    const server = { source: "server", origin: "", userId: ana.id };
    expect(await audit(id)).toEqual([
      { ...server, action: "tag.create", description: "Auditada" },
      { ...server, action: "tag.change", description: "Outra" },
      { source: "client", action: "remark", description: "Alterou a etiqueta Outra", origin: "Tags", userId: ana.id },
      { ...server, action: "tag.delete", description: "Outra" },
    ]);
  });

  it("are made once for a repeated Idempotency-Key", async () => {
    const make = () => ana.call("POST", "/tag", { name: "Uma vez", color: "#1e7a3e" }, { "Idempotency-Key": "one-tag" });
    const [one, two] = [await make(), await make()];
    expect([one.status, two]).toEqual([200, one]);
  });

  it("say after a lost answer whether a key made one, and a key that made none never does [D-275]", async () => {
    const make = (key: string) => ana.call("POST", "/tag", { name: key, color: "#1e7a3e" }, { "Idempotency-Key": key });
    const close = (key: string) => ana.call("POST", `/idempotency/${key}/close`, {});
    const { status } = await make("arrived");
    expect([status, (await close("arrived")).body]).toEqual([200, { created: true }]);
    expect(await make("arrived")).toMatchObject({ status: 200, body: { name: "arrived" } });
    for (let times = 0; times < 2; times += 1) expect((await close("never-arrived")).body).toEqual({ created: false });
    expect(await make("never-arrived")).toMatchObject({ status: 409, body: { code: "ERR_IDEMPOTENCY_CONFLICT" } });
    expect((await ana.ask<TagView[]>("GET", "/tag")).map(({ name }) => name)).not.toContain("never-arrived");
    expect(await close("%C3%A9")).toMatchObject({ status: 400, body: { details: [{ field: "key", rule: "text" }] } });
  });
});
