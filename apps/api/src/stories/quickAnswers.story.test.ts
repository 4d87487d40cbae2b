import type { QuickAnswerEvent } from "@balcao/contracts/live";
import type { QuickAnswerListView, QuickAnswerView } from "@balcao/contracts/quickAnswers";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const MP3 = Buffer.concat([
  Buffer.from("ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000", "latin1"),
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  Buffer.alloc(413),
]);

describe("quick answers", () => {
  let world: World;
  let ana: Agent;
  let bia: Agent;
  const heard: QuickAnswerEvent[] = [];

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    ana = await world.person("Ana");
    bia = await world.person("Bia");
    bia.socket.on("quickAnswer", (event) => void heard.push(event));
  }, 90_000);
  afterAll(() => world.close());

  const list = async (query = "") => (await bia.ask<QuickAnswerListView>("GET", `/quickAnswers${query}`)).quickAnswers;
  const create = (shortcut: string, message = "Uma mensagem pronta.") =>
    ana.ask<QuickAnswerView>("POST", "/quickAnswers", { shortcut, message });
  type Upload = readonly [Uint8Array, string];
  const send = (method: string, at: string, fields: Readonly<Record<string, string>>, ...files: readonly Upload[]) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [bytes, name] of files) form.append("medias", new Blob([new Uint8Array(bytes)]), name);
    return ana.call(method, at, form);
  };
  const sendWhole = async (...call: Parameters<typeof send>) => (await send(...call)).body as QuickAnswerView;
  const namesOf = ({ medias }: QuickAnswerView) => medias.map(({ name }) => name);
  const bytesAt = async (url: string | null): Promise<Buffer> => {
    const answer = await world.stage.call("GET", url?.replace(world.stage.origin, "") ?? "");
    return Buffer.from(await answer.arrayBuffer());
  };
  /** Waits for these actions: an event whose row is deleted before the event is read is left out, so each step is awaited. */
  const hears = (id: number, actions: readonly string[]) =>
    eventually(() => expect(heard.filter((event) => event.quickAnswerId === id).map(({ action }) => action)).toEqual(actions));

  it("are made, changed and deleted by anybody who is signed in, and everybody hears of it [QUICK-007, API-034, API-035, API-036, API-037, API-038, RT-018, D-165]", async () => {
    const made = await create("horario", "Abrimos das 8 às 18.");
    expect(made).toEqual({
      id: expect.any(Number),
      shortcut: "horario",
      message: "Abrimos das 8 às 18.",
      mediaUrl: null,
      mediaType: null,
      mediaName: null,
      medias: [],
      ...{ scope: "everyone", queueId: null, usedCount: 0, userId: ana.id, deeds: null },
    });
    expect(await bia.ask("GET", `/quickAnswers/${made.id}`)).toEqual(made);
    await hears(made.id, ["create"]);
    const changed = { ...made, shortcut: "hora", message: "Abrimos das 9 às 18." };
    // Two people change one field each, as the forms of two browsers do.
    expect(await bia.ask("PUT", `/quickAnswers/${made.id}`, { shortcut: "hora" })).toEqual({ ...made, shortcut: "hora" });
    expect(await ana.ask("PUT", `/quickAnswers/${made.id}`, { message: "Abrimos das 9 às 18." })).toEqual(changed);
    expect(await list()).toEqual([changed]);
    await hears(made.id, ["create", "update", "update"]);
    expect(await ana.ask("DELETE", `/quickAnswers/${made.id}`)).toEqual({ message: expect.any(String) });
    expect(await list()).toEqual([]);
    await hears(made.id, ["create", "update", "update", "delete"]);
    expect(heard[2]).toMatchObject({ quickAnswer: changed });
    for (const [method, body] of [["GET"], ["DELETE"], ["PUT", { shortcut: "outra", message: "Outra mensagem." }]] as const)
      expect(await ana.call(method, `/quickAnswers/${made.id}`, body)).toMatchObject({ status: 404, body: { code: "ERR_NOT_FOUND" } });
  });

  it("belong to everybody, to a queue or to one person, and nobody else sees, changes, opens or hears of them [D-165]", async () => {
    const [sales, support] = [await world.queue("Vendas do Rui", "#1a7f37"), await world.queue("Suporte da Olga", "#7f1a37")];
    const rui = await world.person("Rui", { queueIds: [sales.id] });
    const olga = await world.person("Olga", { queueIds: [support.id] });
    const told: QuickAnswerEvent[] = [];
    olga.socket.on("quickAnswer", (event) => void told.push(event));
    const make = (fields: object) => rui.ask<QuickAnswerView>("POST", "/quickAnswers", { message: "Uma mensagem pronta.", ...fields });
    const seen = async (agent: Agent) =>
      (await agent.ask<QuickAnswerListView>("GET", "/quickAnswers?searchParam=alcance")).quickAnswers.map(({ id }) => id);
    const queues = await make({ shortcut: "alcance", scope: "queue", queueId: sales.id });
    const own = await make({ shortcut: "alcance", scope: "me" });
    expect([queues.scope, queues.queueId, own.scope, own.queueId]).toEqual(["queue", sales.id, "me", null]);
    expect(await rui.call("POST", "/quickAnswers", { shortcut: "ALCANCE", message: "Uma mensagem pronta.", scope: "me" })).toMatchObject({
      status: 400,
      body: { details: [{ field: "shortcut", rule: "unique" }] },
    });
    expect(await seen(rui)).toEqual([queues.id, own.id]);
    expect(await seen(olga)).toEqual([]);
    expect(await seen(world.davi)).toEqual([queues.id]);
    const changed = { shortcut: "alcance", message: "Outra mensagem pronta." };
    for (const [agent, id] of [
      [olga, queues.id],
      [olga, own.id],
      [world.davi, own.id],
    ] as const)
      for (const [method, at, body] of [
        ["GET", "", undefined],
        ["PUT", "", changed],
        ["POST", "/use", {}],
        ["DELETE", "", undefined],
      ] as const)
        expect(await agent.call(method, `/quickAnswers/${id}${at}`, body)).toMatchObject({ status: 404, body: { code: "ERR_NOT_FOUND" } });
    expect(await olga.call("POST", "/quickAnswers", { ...changed, scope: "queue", queueId: sales.id })).toMatchObject({ status: 403 });
    expect(await olga.call("POST", "/quickAnswers", { ...changed, scope: "queue" })).toMatchObject({ status: 400 });
    expect(await world.davi.ask("PUT", `/quickAnswers/${queues.id}`, changed)).toMatchObject({ scope: "queue", queueId: sales.id });
    expect(told.filter(({ action }) => action !== "delete")).toEqual([]);
    await rui.ask("PUT", `/quickAnswers/${own.id}`, { ...changed, scope: "everyone" });
    await eventually(() => expect(told.at(-1)).toMatchObject({ action: "update", quickAnswerId: own.id }));
    expect(await seen(olga)).toEqual([own.id]);
    await rui.ask("PUT", `/quickAnswers/${own.id}`, { ...changed, shortcut: "alcance2", scope: "me" });
    await eventually(() => expect(told.at(-1)).toEqual({ action: "delete", quickAnswerId: own.id }));
    const form = new FormData();
    for (const [name, value] of Object.entries({ shortcut: "alcance3", message: "Com um arquivo." })) form.append(name, value);
    form.append("medias", new Blob([new Uint8Array(PNG)]), "alcance.png");
    const withFile = (await rui.call("POST", "/quickAnswers", form)).body as QuickAnswerView;
    const { mediaUrl } = await olga.ask<QuickAnswerView>("GET", `/quickAnswers/${withFile.id}`);
    expect((await bytesAt(mediaUrl)).equals(PNG)).toBe(true);
    await rui.ask("PUT", `/quickAnswers/${withFile.id}`, { shortcut: "alcance3", message: "Com um arquivo.", scope: "me" });
    expect((await bytesAt(mediaUrl)).equals(PNG)).toBe(false);
    await rui.ask("DELETE", `/quickAnswers/${withFile.id}`);
    await world.davi.ask("DELETE", `/queue/${sales.id}`);
    expect(await seen(world.davi)).toEqual([]);
    await rui.ask("DELETE", `/quickAnswers/${own.id}`);
  }, 60_000);

  it("are listed by their use where that is asked for, and a search still finds shortcuts first [D-165, D-167]", async () => {
    const [one, two] = [await create("uso-a"), await create("uso-b", "Mensagem sobre uso.")];
    const third = await create("zebra", "Também fala de uso-a e uso-b.");
    for (let n = 0; n < 2; n += 1) await bia.ask("POST", `/quickAnswers/${two.id}/use`, {});
    for (let n = 0; n < 3; n += 1) await bia.ask("POST", `/quickAnswers/${third.id}/use`, {});
    const ids = async (query: string) => (await list(query)).map(({ id, usedCount }) => [id, usedCount]);
    expect(await ids("?searchParam=uso")).toEqual([
      [one.id, 0],
      [two.id, 2],
      [third.id, 3],
    ]);
    expect(await ids("?searchParam=uso&byUse=true")).toEqual([
      [two.id, 2],
      [one.id, 0],
      [third.id, 3],
    ]);
    expect((await ids("?byUse=true")).slice(0, 2)).toEqual([
      [third.id, 3],
      [two.id, 2],
    ]);
    for (const { id } of [one, two, third]) await ana.ask("DELETE", `/quickAnswers/${id}`);
  });

  it("come twenty a page by shortcut, and a search finds shortcuts before messages [D-031, D-165, D-167]", async () => {
    for (let at = 10; at < 32; at += 1) await create(`atalho${at}`, at === 11 ? "O endereço fica na praça." : undefined);
    const page = await bia.ask<QuickAnswerListView>("GET", "/quickAnswers");
    expect([page.quickAnswers.length, page.hasMore, page.count]).toEqual([20, true, 22]);
    expect(page.quickAnswers[0]?.shortcut).toBe("atalho10");
    const rest = await bia.ask<QuickAnswerListView>("GET", "/quickAnswers?pageNumber=2");
    expect([rest.quickAnswers.map(({ shortcut }) => shortcut), rest.hasMore]).toEqual([["atalho30", "atalho31"], false]);
    await create("praca", "Venha nos visitar.");
    expect((await list("?searchParam=PRACA")).map(({ shortcut }) => shortcut)).toEqual(["praca", "atalho11"]);
    expect(await list("?searchParam=%25")).toEqual([]);
  });

  it("carry one file of a documented kind, told by its content, which stays until it is replaced or removed [QUICK-006, D-166]", async () => {
    const texts = { shortcut: "logo", message: "Este é o nosso logo." };
    const { body } = await send("POST", "/quickAnswers", texts, [PNG, "logo.png"]);
    const made = body as QuickAnswerView;
    expect(made).toMatchObject({ mediaType: "image", mediaName: "logo.png", mediaUrl: expect.any(String) });
    expect((await bytesAt(made.mediaUrl)).equals(PNG)).toBe(true);
    const at = `/quickAnswers/${made.id}`;
    expect((await send("PUT", at, { ...texts, message: "O nosso novo logo." })).body).toMatchObject({ mediaName: "logo.png" });
    const replaced = (await send("PUT", at, texts, [MP3, "som.mp3"])).body as QuickAnswerView;
    expect(replaced).toMatchObject({ mediaType: "audio", mediaName: "som.mp3" });
    expect((await bytesAt(replaced.mediaUrl)).equals(MP3)).toBe(true);
    expect(await ana.ask("PUT", at, { ...texts, removeMedia: true })).toMatchObject({ mediaType: null, mediaUrl: null });
    // What nobody owns any more is deleted by the sweep.
    expect(await world.rows("SELECT owner_kind AS kind FROM file WHERE original_name IN ('logo.png', 'som.mp3')")).toEqual([
      { kind: "incoming" },
      { kind: "incoming" },
    ]);
  });

  it("carry several files in the person's order; the documented fields show the first one [QUICK-002, QUICK-006, QUICK-007, D-166]", async () => {
    const texts = { shortcut: "catalogo", message: "Este é o nosso catálogo." };
    const made = await sendWhole("POST", "/quickAnswers", texts, [PNG, "capa.png"], [MP3, "som.mp3"], [PNG, "fim.png"]);
    expect(namesOf(made)).toEqual(["capa.png", "som.mp3", "fim.png"]);
    expect(made).toMatchObject({ mediaType: "image", mediaName: "capa.png", mediaUrl: made.medias[0]?.url });
    expect(made.medias[1]).toMatchObject({ mimetype: "audio/mpeg", size: MP3.length });
    const at = `/quickAnswers/${made.id}`;
    expect(namesOf(await ana.ask("PUT", at, { ...texts, message: "Outra mensagem pronta." }))).toEqual(namesOf(made));
    const [cover, sound, end] = made.medias.map(({ id }) => id);
    const turned = await ana.ask<QuickAnswerView>("PUT", at, { ...texts, mediaOrder: [sound, cover, end] });
    expect([namesOf(turned), turned.mediaType, turned.mediaName]).toEqual([["som.mp3", "capa.png", "fim.png"], "audio", "som.mp3"]);
    const mixed = await sendWhole("PUT", at, { ...texts, mediaOrder: `new,${end},new` }, [PNG, "a.png"], [PNG, "b.png"]);
    expect(namesOf(mixed)).toEqual(["a.png", "fim.png", "b.png"]);
    for (const file of mixed.medias) expect((await bytesAt(file.url)).equals(PNG)).toBe(true);
    for (const [rule, order, files] of [
      ["changed", [cover], []],
      ["changed", [end, end], []],
      ["order", [end, "new"], []],
      ["order", [end], [[PNG, "c.png"]]],
      ["max", Array<string>(11).fill("new"), []],
    ] as const)
      expect([rule, await send("PUT", at, { ...texts, mediaOrder: order.join(",") }, ...files)]).toMatchObject([
        rule,
        { status: 400, body: { details: [{ rule }] } },
      ]);
    expect(await send("POST", "/quickAnswers", { ...texts, shortcut: "demais" }, ...Array<Upload>(11).fill([PNG, "x.png"]))).toMatchObject({
      status: 400,
    });
    expect(namesOf(await bia.ask("GET", at))).toEqual(["a.png", "fim.png", "b.png"]);
    // A client that names no order replaces what it sees, which is one file.
    expect(namesOf(await sendWhole("PUT", at, texts, [MP3, "novo.mp3"]))).toEqual(["novo.mp3"]);
    await sendWhole("PUT", at, { ...texts, mediaOrder: `new,${(await ana.ask<QuickAnswerView>("GET", at)).medias[0]?.id}` }, [
      PNG,
      "ultima.png",
    ]);
    await ana.ask("DELETE", at);
    expect(
      await world.rows(
        "SELECT count(*)::int AS kept FROM file WHERE owner_kind = 'quickAnswer' AND original_name IN ('novo.mp3', 'ultima.png', 'fim.png')",
      ),
    ).toEqual([{ kept: 0 }]);
  });

  it("refuse what is too short, too long, taken or of another kind, and keep nothing of it [QUICK-006, QUICK-008, QUICK-009]", async () => {
    await create("unico");
    const files = () => world.rows("SELECT id FROM file");
    const [before, filesBefore] = [await list(), await files()];
    const good = { shortcut: "bom", message: "Uma boa mensagem." };
    for (const [fields, field] of [
      [{ shortcut: "x" }, "shortcut"],
      [{ shortcut: "x".repeat(26) }, "shortcut"],
      [{ shortcut: "UNICO" }, "shortcut"],
      [{ message: "curta" }, "message"],
      [{ message: "x".repeat(30_001) }, "message"],
    ] as const)
      expect([field, await send("POST", "/quickAnswers", { ...good, ...fields }, [PNG, "logo.png"])]).toMatchObject([
        field,
        { status: 400, body: { code: "ERR_VALIDATION", details: [{ field }] } },
      ]);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    const oneBad = await send("POST", "/quickAnswers", good, [PNG, "logo.png"], [svg, "desenho.png"]);
    expect(oneBad).toMatchObject({ status: 400, body: { details: [{ field: "medias", rule: "type" }] } });
    for (const [file, rule] of [
      [[svg, "logo.png"], "type"],
      [[Buffer.from("PK\u0003\u0004 not an office file"), "tabela.xlsx"], "type"],
    ] as const)
      expect([rule, await send("POST", "/quickAnswers", good, file)]).toMatchObject([
        rule,
        { status: 400, body: { details: [{ field: "medias", rule }] } },
      ]);
    expect([await list(), await files()]).toEqual([before, filesBefore]);
  });

  it("leave who did what in the audit, with the remark after a deletion [QUICK-010, LOG-002, LOG-009]", async () => {
    const { id } = await create("auditada");
    await ana.ask("POST", "/log", {
      log: { descricao: "Vai excluir auditada", origem: "Respostas rápidas", userId: 1, quickAnswersId: id },
    });
    await ana.ask("DELETE", `/quickAnswers/${id}`);
    expect(
      await world.rows(
        `SELECT source, action, user_id AS "userId" FROM audit_entry WHERE related_kind = 'quickAnswer' AND related_id = $1 ORDER BY id`,
        [id],
      ),
    ).toEqual([
      { source: "server", action: "quickAnswer.create", userId: ana.id },
      { source: "client", action: "remark", userId: ana.id },
      { source: "server", action: "quickAnswer.delete", userId: ana.id },
    ]);
  });
});
