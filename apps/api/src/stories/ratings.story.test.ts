import { type RatingSummaryView, type RatingView, ratingCursor } from "@balcao/contracts/ratings";
import { openApiStage, createPerson, type ApiStage } from "../apiStage.fixture.js";
import { setScene, type SetScene } from "../callScene.fixture.js";

describe("the ratings", () => {
  let stage: ApiStage;
  let set: SetScene;

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    set = await setScene(stage);
  }, 120_000);
  afterAll(() => stage.close());

  const read = async (query: string): Promise<RatingView[]> => {
    const answer = await stage.call("GET", `/api/ticketNPS?${query}`, { token: set.admin.token });
    expect(answer.status).toBe(200);
    return (await answer.json()) as RatingView[];
  };
  const rate = (at: string, more: { readonly rate?: number; readonly queueId?: number | null; readonly contactId?: number } = {}) => {
    const { ticketId, userId, queueId, contactId, connectionId } = set.scene;
    return stage.test.database.sql.ask(
      `INSERT INTO rating (ticket_id, user_id, queue_id, connection_id, contact_id, contact_name, asked_at, ended_at, rated_at, rate)
       VALUES ($1, $2, $3, $4, $5, 'Como se chamava', $6, $6, $6, $7)`,
      [
        more.contactId === undefined ? ticketId : 99_999,
        userId,
        more.queueId ?? queueId,
        connectionId,
        more.contactId ?? contactId,
        at,
        more.rate ?? 5,
      ],
    );
  };

  it("of a period are listed newest first by the company's days, with contact, person and connection [API-101, NPS-004, D-105, D-209]", async () => {
    const { ticketId, userId, contactId, connectionId } = set.scene;
    // São Paulo is three hours behind: the first is of 31 March there, the last of 1 May.
    await rate("2026-04-01T02:59:59Z");
    await rate("2026-04-01T03:00:00Z", { rate: 1 });
    await rate("2026-05-01T02:59:59Z", { rate: 3 });
    await rate("2026-05-01T03:00:00Z");
    const april = await read("firstDate=2026-04-01&lastDate=2026-04-30");
    expect(april.map(({ rate: score }) => score)).toEqual([3, 1]);
    expect(april[0]).toEqual({
      id: expect.any(Number),
      rate: 3,
      userId,
      user: { id: userId, name: "Ana" },
      contact: { id: contactId, name: "Cliente Um", number: "5511977770001", profilePicUrl: null },
      ticketId,
      whatsapp: { id: connectionId, name: "Loja" },
      createdAt: "2026-05-01T02:59:59.000Z",
    });
    expect((await read("")).map(({ rate: score }) => score)).toEqual([5, 3, 1, 5, 4]);
  });

  it("of one contact are listed in pages, without those of others", async () => {
    const { contactId } = set.scene;
    const of = async (id: number, query: string): Promise<RatingView[]> =>
      (await (await stage.call("GET", `/api/ticketNPS/contact/${id}?${query}`, { token: set.admin.token })).json()) as RatingView[];
    const whole = await read("");
    const pages: RatingView[] = [];
    for (let page = await of(contactId, "limit=2"); page.length > 0;) {
      pages.push(...page);
      const last = page.at(-1);
      page = last ? await of(contactId, `limit=2&cursor=${encodeURIComponent(ratingCursor(last))}`) : [];
    }
    expect(pages).toEqual(whole.filter(({ contact }) => contact.id === contactId));
    expect(pages.length).toBeGreaterThan(2);
    expect(await of(99_999, "limit=2")).toEqual([]);
    expect((await stage.call("GET", `/api/ticketNPS/contact/${contactId}`, { token: set.agent.token })).status).toBe(403);
  });

  it("are filtered by queue and person, and keep the name of a contact that was deleted [API-101, D-137]", async () => {
    const { userId, queueId, spareUserId } = set.scene;
    await rate("2026-06-10T12:00:00Z", { contactId: 99_999, queueId: null });
    const june = "firstDate=2026-06-01&lastDate=2026-06-30";
    expect(await read(`${june}&queueId=${queueId}&userId=${userId}`)).toHaveLength(1);
    expect(await read(`${june}&queueId=99999`)).toEqual([]);
    expect(await read(`${june}&userId=${spareUserId}`)).toEqual([]);
    expect((await read(june))[0]?.contact).toEqual({ id: null, name: "Como se chamava", number: null, profilePicUrl: null });
  });

  it("are read a page at a time where a limit is given, and whole without one", async () => {
    const { ticketId, userId } = set.scene;
    // Many share one instant, so that a page may end between them.
    await stage.test.database.sql.ask(
      `INSERT INTO rating (ticket_id, user_id, asked_at, ended_at, rated_at, rate)
       SELECT $1, $2, at, at, at, 1 + n % 5 FROM generate_series(1, 2300) AS n, LATERAL (SELECT timestamptz '2026-07-10 12:00Z' + (n / 50) * interval '1 minute' AS at) AS moment`,
      [ticketId, userId],
    );
    const july = "firstDate=2026-07-01&lastDate=2026-07-31";
    const whole = await read(july);
    expect(whole).toHaveLength(2_300);
    const paged: RatingView[] = [];
    for (let last: RatingView | undefined = undefined; ;) {
      const cursor: string = last === undefined ? "" : `&cursor=${encodeURIComponent(ratingCursor(last))}`;
      const page: RatingView[] = await read(`${july}&limit=100${cursor}`);
      paged.push(...page);
      last = page.at(-1);
      if (page.length < 100) break;
    }
    expect(paged).toEqual(whole);
  });

  it("are for administrators alone, and refuse days and cursors that are none [D-241]", async () => {
    const marta = await createPerson(stage, set.admin.token, "Marta", { profile: "gerente", queueIds: [set.scene.queueId] });
    for (const { token } of [set.agent, await stage.signIn(marta.email)])
      expect((await stage.call("GET", "/api/ticketNPS", { token })).status).toBe(403);
    for (const query of ["firstDate=2026-13-01", "lastDate=x", "limit=0", "limit=101", "cursor=x", "queueId=x"])
      expect([query, (await stage.call("GET", `/api/ticketNPS?${query}`, { token: set.admin.token })).status]).toEqual([query, 400]);
  });

  it("are summed up by their score, of one connection or of all, and exported by administrators alone [D-357]", async () => {
    const { connectionId } = set.scene;
    for (const score of [5, 5, 2]) await rate("2025-02-10T12:00:00Z", { rate: score });
    const month = "firstDate=2025-02-01&lastDate=2025-02-28";
    const summary = async (query: string, token = set.admin.token) => {
      const answer = await stage.call("GET", `/api/ticketNPS/summary?${query}`, { token });
      return { status: answer.status, body: (await answer.json()) as RatingSummaryView };
    };
    const scores = [0, 1, 0, 0, 2].map((count, at) => ({ rate: at + 1, count }));
    expect(await summary(`${month}&whatsappId=${connectionId}`)).toEqual({ status: 200, body: { count: 3, average: 4, scores } });
    expect((await summary(`${month}&whatsappId=${connectionId + 1}`)).body).toMatchObject({ count: 0, average: null });
    expect(await read(`${month}&whatsappId=${connectionId + 1}`)).toEqual([]);
    const file = await stage.call("POST", "/api/ticketNPS/export", {
      token: set.admin.token,
      body: { firstDate: "2025-02-01", lastDate: "2025-02-28" },
    });
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toContain("avaliacoes.xlsx");
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(500);
    const audits = await stage.test.database.sql.ask<{ description: string }>(
      "SELECT description FROM audit_entry WHERE action = 'report.ratings'",
    );
    expect(audits.map(({ description }) => description)).toEqual(["3 ratings"]);
  });
});
