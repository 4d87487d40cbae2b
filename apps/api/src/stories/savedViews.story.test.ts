import type { ErrorBody } from "@balcao/contracts/errors";
import type { QueueView } from "@balcao/contracts/queues";
import type { AdView, SavedViewView, ViewCountView } from "@balcao/contracts/savedViews";
import type { TicketIdsView, TicketListView, TicketSearchView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

describe("saved views of the inbox", () => {
  let world: World;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let marta: Agent;
  let sales: QueueView;
  let repairs: QueueView;
  let shop: LinkedNumber;
  let other: LinkedNumber;
  let phones = 5511900960000;
  let names = 0;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    repairs = await world.queue("Reparos", "#8a5300");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [repairs.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    other = await world.number("Oficina", [repairs]);
  }, 120_000);
  afterAll(() => world.close());

  const waits = async (agent = ana, number = shop): Promise<number> => {
    const zoe = world.customer(String((phones += 1)), number);
    await zoe.writes("Oi");
    return world.ticketOf(agent, zoe.phone);
  };
  const save = (agent: Agent, fields: object = {}) =>
    agent.ask<SavedViewView>("POST", "/views", { name: `Visão ${(names += 1)}`, ...fields });
  const change = (agent: Agent, { id }: SavedViewView, fields: object) => agent.call("PUT", `/views/${id}`, fields);
  const views = async (agent: Agent) => (await agent.ask<readonly SavedViewView[]>("GET", "/views")).map(({ id }) => id);
  const shows = async (agent: Agent, { id }: SavedViewView) =>
    (await agent.ask<TicketListView>("GET", `/tickets?view=${id}`)).tickets.map((ticket) => ticket.id);
  const count = async (agent: Agent, { id }: SavedViewView) =>
    (await agent.ask<readonly ViewCountView[]>("GET", "/views/counts")).find(({ viewId }) => viewId === id)?.count;
  const facts = ({ status, body }: Awaited<ReturnType<Agent["call"]>>) => {
    const { code, details } = body as ErrorBody;
    return [status, code, details?.map(({ field }) => field).join()];
  };

  it("are one's own, or seen by the queue that they are shared with; whoever leads it changes them, others have them as a tab [D-553]", async () => {
    const own = await save(ana, { status: "pending" });
    const shared = await save(ana, { name: "Da fila", status: "pending", sharedQueueId: sales.id });
    expect(shared).toMatchObject({
      userId: ana.id,
      sharedQueueId: sales.id,
      order: "activity",
      pinned: false,
      mayChange: true,
      missing: [],
    });
    expect([await views(ana), await views(rui), await views(bia), await views(world.davi)]).toEqual([
      [shared.id, own.id],
      [shared.id],
      [],
      [shared.id],
    ]);
    expect([await shows(ana, own), await shows(rui, shared)]).toEqual([[], []]);
    // Gone and not yours are one answer.
    for (const path of [`/tickets?view=${own.id}`, "/tickets?view=999999", `/tickets/ids?status=pending&view=${own.id}`])
      expect(facts(await bia.call("GET", path)).slice(0, 2)).toEqual([404, "ERR_NOT_FOUND"]);
    expect((await rui.call("PUT", `/views/${shared.id}`, { pinned: true })).body).toMatchObject({ pinned: true, mayChange: false });
    expect((await ana.ask<readonly SavedViewView[]>("GET", "/views")).map(({ pinned }) => pinned)).toEqual([false, false]);
    expect(facts(await change(rui, shared, { name: "Minha" }))).toEqual([403, "ERR_NO_PERMISSION", undefined]);
    expect(facts(await rui.call("DELETE", `/views/${shared.id}`))).toEqual([403, "ERR_NO_PERMISSION", undefined]);
    expect((await change(marta, shared, { name: "Da equipe", order: "wait" })).body).toMatchObject({
      name: "Da equipe",
      status: "pending",
      order: "wait",
    });
    expect((await marta.call("DELETE", `/views/${shared.id}`)).status).toBe(200);
    expect([await views(rui), facts(await rui.call("GET", `/tickets?view=${shared.id}`))[0]]).toEqual([[], 404]);
    const audited = await world.rows<{ action: string; description: string }>(
      "SELECT action, description FROM audit_entry WHERE action LIKE 'ticket.%View' AND user_id = $1 ORDER BY id",
      [marta.id],
    );
    expect(audited.map(({ action, description }) => [action, description])).toEqual([
      ["ticket.changeView", "Da equipe"],
      ["ticket.deleteView", "Da equipe"],
    ]);
  });

  it("refuse a second of one name, an eighth tab, a queue of others, and what does not exist [D-553]", async () => {
    const first = await save(rui, { name: "Quentes", pinned: true });
    expect(facts(await rui.call("POST", "/views", { name: "QUENTES" }))).toEqual([400, "ERR_NAME_TAKEN", undefined]);
    const shared = await save(rui, { name: "Quentes", sharedQueueId: sales.id });
    expect(facts(await ana.call("POST", "/views", { name: "quentes", sharedQueueId: sales.id }))).toEqual([
      400,
      "ERR_NAME_TAKEN",
      undefined,
    ]);
    expect(facts(await change(rui, shared, { sharedQueueId: null }))).toEqual([400, "ERR_NAME_TAKEN", undefined]);
    for (let n = 0; n < 6; n += 1) await save(rui, { pinned: true });
    expect(facts(await change(rui, shared, { pinned: true }))).toEqual([400, "ERR_VALIDATION", "pinned"]);
    expect(facts(await rui.call("POST", "/views", { name: "Oitava", pinned: true }))).toEqual([400, "ERR_VALIDATION", "pinned"]);
    expect((await change(rui, first, { pinned: false })).status).toBe(200);
    const both = await Promise.all([change(rui, shared, { pinned: true }), change(rui, first, { pinned: true })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(facts(await rui.call("POST", "/views", { name: "Alheia", sharedQueueId: repairs.id }))).toEqual([
      400,
      "ERR_USER_NO_LINKED_IN_QUEUE",
      undefined,
    ]);
    const wrong = { queueIds: [999], owner: "999", tagIds: [999], whatsappId: 999, reason: "999" };
    for (const [field, value] of Object.entries(wrong))
      expect([field, facts(await rui.call("POST", "/views", { name: "Nada", [field]: value }))]).toEqual([
        field,
        [400, "ERR_VALIDATION", field],
      ]);
    for (const fields of [
      { waitingMinutes: 0 },
      { status: "bot" },
      { owner: "0" },
      { order: "name" },
      { target: "soon" },
      { reason: "a'b" },
    ])
      expect([fields, facts(await rui.call("POST", "/views", { name: "Nada", ...fields }))]).toEqual([
        fields,
        [400, "ERR_VALIDATION", Object.keys(fields)[0]],
      ]);
  });

  it("ask for state, queue, owner, tag, connection, wait, target, reason and advertisement, and count what they show [D-553, D-555]", async () => {
    const [free, mine, theirs, tagged, ad, shut] = [
      await waits(),
      await waits(),
      await waits(),
      await waits(),
      await waits(),
      await waits(),
    ];
    await ana.accepts(mine);
    await rui.accepts(theirs);
    await ana.accepts(shut);
    await ana.ask("PUT", `/tickets/${shut}`, { status: "closed" });
    const { contactId } = (await ana.ask<TicketListView>("GET", "/tickets?status=pending")).tickets.find(({ id }) => id === tagged) ?? {
      contactId: 0,
    };
    const tag = await world.davi.ask<{ id: number }>("POST", "/tag", { name: "Frota", color: "#112233", contacts: [contactId] });
    await world.rows("UPDATE ticket SET waiting_since = now() - interval '3 hours' WHERE id = ANY($1)", [[free, tagged]]);
    await world.rows("UPDATE ticket SET waiting_since = now() - interval '5 hours' WHERE id = $1", [tagged]);
    await world.rows("UPDATE ticket SET due_of = 'firstAnswer', due_at = now() + interval '1 hour' WHERE id = $1", [free]);
    await world.rows("UPDATE ticket SET due_of = 'nextAnswer', due_at = now() - interval '1 hour' WHERE id = $1", [mine]);
    await world.rows(`UPDATE ticket SET ad_source = '{"headline":"Mesas","id":"1"}' WHERE id = $1`, [ad]);
    const cases: readonly (readonly [object, readonly number[]])[] = [
      [{ status: "pending" }, [ad, tagged, free]],
      [{ status: "pending", queueIds: [sales.id] }, [ad, tagged, free]],
      [{ status: "pending", queueIds: [repairs.id] }, []],
      [{ owner: "me" }, [mine]],
      [{ owner: "none" }, [ad, tagged, free]],
      [{ owner: String(ana.id) }, [mine]],
      [{ tagIds: [tag.id] }, [tagged]],
      [{ whatsappId: shop.id, owner: "me" }, [mine]],
      [{ whatsappId: other.id }, []],
      [{ waitingMinutes: 120 }, [tagged, free]],
      [{ waitingMinutes: 120, order: "wait" }, [tagged, free]],
      [{ target: "due" }, [mine, free]],
      [{ target: "overdue" }, [mine]],
      [{ order: "due", queueIds: [sales.id] }, [mine, free, ad, tagged]],
      [{ fromAd: true }, [ad]],
      [{ ad: "1" }, [ad]],
      [{ ad: "Mesas" }, []],
    ];
    for (const [fields, expected] of cases) {
      const view = await save(ana, { ...fields, pinned: true });
      const isOrdered = "order" in fields;
      const sorted = (ids: readonly number[]) => (isOrdered ? ids : [...ids].sort());
      expect([fields, sorted(await shows(ana, view)), await count(ana, view)]).toEqual([fields, sorted(expected), expected.length]);
      const { ticketIds } = await ana.ask<TicketIdsView>("GET", `/tickets/ids?status=open&view=${view.id}`);
      expect([fields, sorted(ticketIds)]).toEqual([fields, sorted(expected)]);
      expect((await ana.call("DELETE", `/views/${view.id}`)).status).toBe(200);
    }
    // Closed conversations under other filters have no number: they may be a million.
    const closed = await save(ana, { reason: "none", pinned: true });
    expect([await shows(ana, closed), await count(ana, closed)]).toEqual([[shut], undefined]);
    await ana.call("DELETE", `/views/${closed.id}`);
    const paged = await save(ana, { order: "due", queueIds: [sales.id] });
    const walked: number[] = [];
    for (let cursor = ""; walked.length < 10;) {
      const { tickets, hasMore } = await ana.ask<TicketListView>(
        "GET",
        `/tickets?view=${paged.id}&limit=1&cursor=${encodeURIComponent(cursor)}`,
      );
      const [last] = tickets;
      walked.push(...tickets.map(({ id }) => id));
      if (!hasMore || !last) break;
      cursor = last.target ? `${last.target.dueAt}~${last.id}` : `${last.updatedAt}~${last.id}~rest`;
    }
    expect(walked).toEqual([mine, free, ad, tagged]);
  });

  it("ask for an advertisement as a search does, which also finds closed conversations, and of each what the person may open [D-693]", async () => {
    const [hers, closed, theirs] = [await waits(), await waits(), await waits(bia, other)];
    await world.rows(`UPDATE ticket SET ad_source = '{"headline":"Bancos","id":"7"}' WHERE id = ANY($1)`, [[hers, theirs]]);
    await world.rows(`UPDATE ticket SET ad_source = '{"headline":"Sem número"}' WHERE id = $1`, [closed]);
    await ana.accepts(closed);
    await ana.ask("PUT", `/tickets/${closed}`, { status: "closed" });
    const finds = async (agent: Agent, query: string) => {
      const { tickets } = await agent.ask<TicketSearchView>("GET", `/tickets/filter?${query}`);
      return tickets.map(({ id }) => id).filter((id) => [hers, closed, theirs].includes(id));
    };
    expect((await finds(ana, "searchFromAd=true")).sort()).toEqual([hers, closed]);
    expect(await finds(ana, "searchAd=7")).toEqual([hers]);
    expect(await finds(ana, `searchAd=${encodeURIComponent("Sem número")}&searchFromAd=true`)).toEqual([closed]);
    expect(await finds(ana, "searchFromAd=true&status=pending")).toEqual([hers]);
    expect(await finds(bia, "searchFromAd=true")).toEqual([theirs]);
    expect((await finds(world.davi, "searchAd=7")).sort()).toEqual([hers, theirs]);
    expect(await finds(world.davi, `searchAd=${encodeURIComponent("7' OR 'a'='a")}`)).toEqual([]);
    const withoutAd = await ana.ask<TicketSearchView>("GET", "/tickets/filter?searchAd=&searchFromAd=false");
    expect(withoutAd.tickets.length).toBeGreaterThan(2);
    for (const query of [`searchAd=${"a".repeat(501)}`, "searchFromAd=maybe"])
      expect([query.slice(0, 20), (await ana.call("GET", `/tickets/filter?${query}`)).status]).toEqual([query.slice(0, 20), 400]);
    await world.rows("UPDATE ticket SET ad_source = NULL WHERE id = ANY($1)", [[hers, closed, theirs]]);
    await bia.accepts(theirs);
    await bia.ask("PUT", `/tickets/${theirs}`, { status: "closed" });
  });

  it("show no more than the person's own lists, whoever opens them [D-554]", async () => {
    const hidden = await waits(bia, other);
    const everything = await save(world.davi, { name: "Tudo", sharedQueueId: sales.id });
    const ofRepairs = await save(world.davi, { name: "Reparos", sharedQueueId: sales.id, queueIds: [repairs.id] });
    const lists = async (agent: Agent) => {
      const each = ["open", "group", "pending", "paused"].map((status) =>
        agent.ask<TicketListView>("GET", `/tickets?status=${status}&showAll=true`),
      );
      return (await Promise.all(each)).flatMap(({ tickets }) => tickets.map(({ id }) => id)).sort();
    };
    for (const userShowAll of ["disabled", "enabled"]) {
      await world.settings({ userShowAll });
      for (const agent of [ana, rui, marta, world.davi]) {
        const seen = (await shows(agent, everything)).sort();
        expect([agent.name, seen]).toEqual([agent.name, await lists(agent)]);
        expect([agent.name, seen.includes(hidden)]).toEqual([agent.name, agent === world.davi]);
      }
      expect([await shows(ana, ofRepairs), await shows(world.davi, ofRepairs)]).toEqual([[], [hidden]]);
    }
  });

  it("are told live to those who see them, a tab to its person, and to whoever loses them that they are gone [D-612]", async () => {
    const people = [ana, rui, bia, marta, world.davi];
    const heard = (agent: Agent, { id }: SavedViewView) =>
      agent.received.flatMap((event) => {
        const [, text] = /^savedView (.*)$/.exec(event) ?? [];
        const { action, viewId } = JSON.parse(text ?? "{}") as { readonly action?: string; readonly viewId?: number };
        return viewId === id ? [action] : [];
      });
    const all = (view: SavedViewView) => people.map((agent) => heard(agent, view).join(" "));
    const own = await save(ana, { pinned: true });
    await eventually(() => expect(all(own)).toEqual(["create", "", "", "", ""]));
    await change(ana, own, { sharedQueueId: sales.id });
    await eventually(() => expect(all(own)).toEqual(["create update", "update", "", "update", "update"]));
    await change(marta, own, { pinned: true });
    await eventually(() => expect(heard(marta, own)).toEqual(["update", "update"]));
    await change(ana, own, { sharedQueueId: null });
    await eventually(() =>
      expect(all(own)).toEqual(["create update update", "update delete", "", "update update delete", "update delete"]),
    );
    await ana.ask("DELETE", `/views/${own.id}`);
    await eventually(() => expect(heard(ana, own)).toEqual(["create", "update", "update", "delete"]));
    expect([heard(rui, own).length, heard(bia, own)]).toEqual([2, []]);
  });

  it("say what their rows show, in one order, and refuse what no row has [D-611]", async () => {
    const view = await save(ana, { columns: ["target", "owner", "target"] });
    expect(view.columns).toEqual(["owner", "target"]);
    expect((await change(ana, view, { name: "Sem nada", columns: [] })).body).toMatchObject({ columns: [] });
    expect((await change(ana, view, { columns: null })).body).toMatchObject({ columns: null, name: "Sem nada" });
    for (const columns of [["price"], "owner,price", 7, ["owner", null]])
      expect([columns, facts(await change(ana, view, { columns }))[0]]).toEqual([columns, 400]);
    expect((await ana.ask<readonly SavedViewView[]>("GET", "/views")).find(({ id }) => id === view.id)?.columns).toBeNull();
  });

  it("say what they name that was deleted, show nothing then, and are mended [D-556]", async () => {
    const { id: tagId } = await world.davi.ask<{ id: number }>("POST", "/tag", { name: "Antiga", color: "#112233" });
    const queue = await world.queue("Passageira", "#555555");
    const gone = await save(world.davi, { tagIds: [tagId], queueIds: [queue.id], pinned: true });
    const shared = await save(world.davi, { status: "pending", sharedQueueId: queue.id });
    await world.davi.ask("DELETE", `/tag/${tagId}`);
    await world.davi.ask("DELETE", `/queue/${queue.id}`, {});
    const read = async ({ id }: SavedViewView) =>
      (await world.davi.ask<readonly SavedViewView[]>("GET", "/views")).find((view) => view.id === id);
    expect([(await read(gone))?.missing, (await read(shared))?.missing]).toEqual([["queue", "tag"], ["queue"]]);
    expect([await shows(world.davi, gone), await count(world.davi, gone), await shows(world.davi, shared)]).toEqual([[], 0, []]);
    expect((await change(world.davi, gone, { tagIds: [], queueIds: [], status: "pending" })).body).toMatchObject({ missing: [] });
    expect((await change(world.davi, shared, { sharedQueueId: null })).body).toMatchObject({ missing: [], sharedQueueId: null });
    expect((await shows(world.davi, gone)).length).toBe(await count(world.davi, gone));
    expect((await shows(world.davi, gone)).length).toBeGreaterThan(0);
  });

  it("name one advertisement, of those that the person's own conversations began with, the newest first [D-613]", async () => {
    const ads = (agent: Agent) => agent.ask<readonly AdView[]>("GET", "/views/ads");
    const from = async (source: object, agent = ana, number = shop) => {
      const id = await waits(agent, number);
      await world.rows("UPDATE ticket SET ad_source = $2, last_activity = now() + make_interval(hours => $1) WHERE id = $1", [id, source]);
      return id;
    };
    await from({ headline: "Sofás", id: "77", url: "" });
    const [renamed, bare] = [
      await from({ headline: "Sofás novos", id: "77", url: "" }),
      await from({ headline: "Cadeiras", id: "", url: "" }),
    ];
    await from({ headline: "", id: "", url: "https://fb.me/9" });
    const hidden = await from({ headline: "Consertos", id: "88", url: "" }, bia, other);
    const own = [
      { id: "Cadeiras", headline: "Cadeiras" },
      { id: "77", headline: "Sofás novos" },
    ];
    expect((await ads(ana)).slice(0, 2)).toEqual(own);
    expect([await ads(bia), (await ads(world.davi)).slice(0, 3)]).toEqual([
      [{ id: "88", headline: "Consertos" }],
      [{ id: "88", headline: "Consertos" }, ...own],
    ]);
    const view = await save(ana, { ad: "77" });
    expect([view.ad, (await shows(ana, view)).length]).toEqual(["77", 2]);
    expect(await shows(ana, view)).toContain(renamed);
    expect((await change(ana, view, { ad: "Cadeiras" })).body).toMatchObject({ ad: "Cadeiras", missing: [] });
    expect(await shows(ana, view)).toEqual([bare]);
    // One that no conversation of the person has is nothing that is gone: it shows none.
    expect((await change(ana, view, { ad: "88" })).body).toMatchObject({ ad: "88", missing: [] });
    expect([await shows(ana, view), await shows(world.davi, await save(world.davi, { ad: "88" }))]).toEqual([[], [hidden]]);
    expect((await change(ana, view, { ad: "" })).body).toMatchObject({ ad: null });
    expect(facts(await change(ana, view, { ad: "x".repeat(501) }))).toEqual([400, "ERR_VALIDATION", "ad"]);
  });
});
