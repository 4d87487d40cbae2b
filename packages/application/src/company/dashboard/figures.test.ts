import { seeded } from "@balcao/testing/random";
import { addDays, dayBounds, localDay, localTime, workingTimeCounter } from "@balcao/domain/calendar";
import { recordTicketChange } from "../../inbox/tickets/index.js";
import { inUnit } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { keepFigures } from "./keepFigures.js";
import { readFigures, sumCells, type FigureFilter } from "./readFigures.js";
import { recomputeFigures } from "./recountFigures.js";

const DAY_MS = 86_400_000;
const ROUNDS = 12;
/** Repeatable choices, so that a failure can be looked at. */
function createDice(seed: number): (sides: number) => number {
  const random = seeded(seed);
  return (sides) => Math.floor(random() * sides);
}

interface Fact {
  readonly id: number;
  readonly status: string;
  readonly isGroup: boolean;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly createdAt: Date;
  readonly acceptedAt: Date | null;
  readonly closedAt: Date | null;
}
interface Said {
  readonly isGroup: boolean;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly at: Date;
  readonly rate: number | null;
}

describe("the figures of the dashboard", () => {
  let test: TestServices;
  let today: string;
  const dice = createDice(20_261_122);

  beforeAll(async () => {
    test = await openTestServices();
    for (const [key, value] of Object.entries(HOURS))
      await test.rows("INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [
        key,
        value,
      ]);
    await test.rows(`INSERT INTO queue (name, color) SELECT 'Fila ' || g, '#00000' || g FROM generate_series(1, 3) g`);
    await test.rows(
      `INSERT INTO user_account (name, email, password_hash, profile) SELECT 'Pessoa ' || g, g || '@balcao.test', 'x', CASE g WHEN 1 THEN 'admin' ELSE 'user' END FROM generate_series(1, 3) g`,
    );
    await test.connection("meow");
    await test.rows(`INSERT INTO contact (name, is_group) SELECT 'Contato ' || g, g % 10 = 0 FROM generate_series(1, 150) g`);
    today = localDay(test.services.clock.now(), ZONE);
    for (let contact = 1; contact <= 150; contact++) await createTicket(contact);
  }, 60_000);
  afterAll(() => test.close());

  /** A moment of the last twelve days, at any hour; today only up to now. */
  const moment = (): Date => new Date(Date.now() - dice(12 * DAY_MS));
  const later = (at: Date, days: number): Date => new Date(Math.min(Date.now(), at.getTime() + dice(days * DAY_MS)));
  const idOrNone = (): number | null => dice(4) || null;

  async function createTicket(contactId: number): Promise<void> {
    const created = moment();
    const accepted = dice(4) > 0 ? later(created, 2) : null;
    const isRecord = dice(5) === 0;
    const closed = isRecord ? created : dice(3) > 0 ? later(accepted ?? created, 3) : null;
    const status = isRecord ? "closed" : closed ? (dice(8) === 0 ? "nps" : "closed") : accepted ? "open" : "pending";
    const [ticket] = await test.rows<{ id: number }>(
      `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, is_group, accepted_at, closed_at, created_at, last_activity, origin)
       SELECT $1, c.id, 1, $3, $4, c.is_group, $5, $6, $7, $7, $8 FROM contact c WHERE c.id = $2 RETURNING id`,
      [status, contactId, idOrNone(), idOrNone(), isRecord ? null : accepted, closed, created, isRecord ? "campaign" : null],
    );
    const id = ticket?.id ?? 0;
    for (let n = dice(4); n > 0; n--) await addMessage(id, later(created, 3));
    if (closed && dice(3) === 0)
      await test.rows(
        `INSERT INTO rating (ticket_id, user_id, queue_id, connection_id, asked_at, ended_at, rated_at, rate) SELECT id, user_id, queue_id, 1, $2, $2, $2, $3 FROM ticket WHERE id = $1`,
        [id, closed, 1 + dice(5)],
      );
  }

  async function addMessage(ticketId: number, at: Date): Promise<number> {
    const [message] = await test.rows<{ id: number }>(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, queue_id, owner_id, sent_at)
       SELECT id, 1, 'c', 'a', false, 'conversation', '', queue_id, user_id, $2 FROM ticket WHERE id = $1 RETURNING id`,
      [ticketId, at],
    );
    return message?.id ?? 0;
  }

  /** The figures as a person would count them: read everything, and look at each row. */
  async function countByHand({ firstDate, lastDate, queueId, userId }: FigureFilter) {
    const from = firstDate ? dayBounds(firstDate, ZONE).from : new Date(0);
    const until = lastDate ? dayBounds(lastDate, ZONE).until : new Date(Date.now() + DAY_MS);
    const isIn = (at: Date | null): boolean => at !== null && at >= from && at < until;
    const isWanted = (row: { queueId: number | null; userId: number | null; isGroup: boolean }): boolean =>
      !row.isGroup && (queueId === undefined || row.queueId === queueId) && (userId === undefined || row.userId === userId);
    const tickets = (
      await test.rows<Fact>(
        `SELECT id, status, is_group AS "isGroup", queue_id AS "queueId", user_id AS "userId", created_at AS "createdAt", accepted_at AS "acceptedAt", closed_at AS "closedAt" FROM ticket WHERE origin IS NULL`,
      )
    ).filter(isWanted);
    const messages = await test.rows<Said>(
      `SELECT t.is_group AS "isGroup", m.queue_id AS "queueId", m.owner_id AS "userId", m.sent_at AS at FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE t.origin IS NULL`,
    );
    const ratings = (
      await test.rows<Said>(`SELECT false AS "isGroup", queue_id AS "queueId", user_id AS "userId", rated_at AS at, rate FROM rating`)
    ).filter((row) => isWanted(row) && isIn(row.at));
    const created = tickets.filter(({ createdAt }) => isIn(createdAt));
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
    const { settings } = test.services.directory.current();
    const between = (a: Date | null, b: Date | null): number => (a && b ? workingTimeCounter(settings)({ from: a, until: b }) : 0);
    return {
      created: created.length,
      hours: Array.from({ length: 12 }, (_unused, at) => created.filter((t) => localTime(t.createdAt, ZONE).hour === at + 8).length),
      closed: tickets.filter(({ status, closedAt }) => status === "closed" && isIn(closedAt)).length,
      waits: created.filter(({ acceptedAt }) => acceptedAt).length,
      waitMs: sum(created.map((t) => between(t.createdAt, t.acceptedAt))),
      handled: created.filter(({ acceptedAt, closedAt }) => acceptedAt && closedAt).length,
      handleMs: sum(created.map((t) => between(t.acceptedAt, t.closedAt))),
      ratings: ratings.length,
      ratingSum: sum(ratings.map(({ rate }) => rate ?? 0)),
      messages: messages.filter((row) => isWanted(row) && isIn(row.at)).length,
    };
  }

  async function expectEqual(filter: FigureFilter): Promise<void> {
    const { cells, complete } = await readFigures(test.services, filter);
    expect({ filter, complete, ...sumCells(cells) }).toEqual({ filter, complete: true, ...(await countByHand(filter)) });
  }

  async function expectAllEqual(): Promise<void> {
    await expectEqual({});
    await expectEqual({ firstDate: today, lastDate: today });
    await expectEqual({ firstDate: "1900-01-01", lastDate: "2199-12-31", queueId: 1 });
    await expectEqual({ firstDate: addDays(today, -9), lastDate: addDays(today, -4), userId: 2 });
    await expectEqual({ firstDate: addDays(today, -3), queueId: 2, userId: 3 });
    await expectEqual({ lastDate: addDays(today, -1), queueId: 99 });
  }

  /** Changes tickets as commands do: row and live event in one transaction. */
  async function changeSomething(): Promise<void> {
    const [ticket] = await test.rows<Fact>(
      `SELECT id, status, is_group AS "isGroup", queue_id AS "queueId", user_id AS "userId", created_at AS "createdAt" FROM ticket ORDER BY (id * 7919 + $1) % 997 LIMIT 1`,
      [dice(997)],
    );
    if (!ticket) throw new Error("there is a ticket");
    const kind = dice(7);
    await inUnit(test.services, async (unit) => {
      const say = async (created: number[]): Promise<void> => {
        const facts = { status: ticket.status as "open", isGroup: ticket.isGroup, queueId: ticket.queueId, userId: ticket.userId };
        await recordTicketChange(unit, facts, { id: ticket.id, version: 2, ...facts }, { created });
      };
      if (kind === 0)
        await unit.ask(`UPDATE ticket SET status = 'closed', closed_at = $2 WHERE id = $1`, [ticket.id, later(ticket.createdAt, 12)]);
      if (kind === 1)
        await unit.ask(`UPDATE ticket SET status = 'open', closed_at = NULL, accepted_at = $2 WHERE id = $1`, [
          ticket.id,
          later(ticket.createdAt, 2),
        ]);
      if (kind === 2) await unit.ask(`UPDATE ticket SET queue_id = $2, user_id = $3 WHERE id = $1`, [ticket.id, idOrNone(), idOrNone()]);
      if (kind === 3) await unit.ask(`DELETE FROM ticket WHERE id = $1`, [ticket.id]);
      // The customer answers a record: from now on it counts, on the days of its messages, too.
      if (kind === 4)
        await unit.ask(`UPDATE ticket SET origin = NULL, status = 'pending', closed_at = NULL WHERE id = $1 AND origin IS NOT NULL`, [
          ticket.id,
        ]);
      await say(kind > 4 ? [await addMessage(ticket.id, later(ticket.createdAt, 12))] : []);
    });
  }

  const keepAll = async (): Promise<void> => {
    while (await keepFigures(test.services));
  };

  it("are those of a count by hand while no day, some days and all days are stored, and after each change [DASH-007, DASH-010, DASH-020, DASH-021, D-103, D-104, D-107, D-110, D-268]", async () => {
    await expectAllEqual();
    await keepFigures(test.services);
    await expectAllEqual();
    await keepAll();
    expect(await test.rows("SELECT 1 FROM figure_day WHERE rule IS NOT NULL")).not.toEqual([]);
    await expectAllEqual();
    for (let round = 0; round < ROUNDS; round++) {
      for (let n = 0; n < 12; n++) await changeSomething();
      await keepAll();
      await expectAllEqual();
    }
  }, 120_000);

  it("come from the stored days, and only of today from the tickets", async () => {
    await test.rows("UPDATE figure_ticket_cell SET created = created + 1000 WHERE day = $1", [addDays(today, -2)]);
    await test.rows("UPDATE figure_state SET version = version + 1");
    const read = async (day: string): Promise<number> =>
      sumCells((await readFigures(test.services, { firstDate: day, lastDate: day })).cells).created;
    expect(await read(addDays(today, -2))).toBeGreaterThanOrEqual(1000);
    expect(await read(today)).toBeLessThan(1000);
  });

  it("are repaired by the command, for all days or for some", async () => {
    await test.rows("UPDATE figure_message_cell SET n = n + 1");
    const day = addDays(today, -2);
    expect(await recomputeFigures(test.services.database, { first: day, last: day, now: test.services.clock.now() })).toBe(1);
    await expectEqual({ firstDate: day, lastDate: day });
    expect(await recomputeFigures(test.services.database, { now: test.services.clock.now() })).toBeGreaterThan(5);
    await expectAllEqual();
  });

  it("follow a queue and a person that were deleted", async () => {
    await test.rows("DELETE FROM queue WHERE id = 2");
    await test.services.directory.refresh();
    await expectAllEqual();
  });

  it("say how many days were counted by other opening hours, until they are counted again [D-107]", async () => {
    await test.rows("UPDATE setting SET value = '20:00' WHERE key = 'horarioFechamento'");
    await test.services.directory.refresh();
    expect((await readFigures(test.services, {})).countedOtherwise).toBeGreaterThan(5);
    await recomputeFigures(test.services.database, { now: test.services.clock.now() });
    expect((await readFigures(test.services, {})).countedOtherwise).toBe(0);
    await expectAllEqual();
  });

  it("begin anew in another zone, whose days begin at other moments", async () => {
    await test.rows(
      "INSERT INTO setting (key, value) VALUES ('timeZone', 'Asia/Tokyo') ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    );
    await test.services.directory.refresh();
    const before = await readFigures(test.services, {});
    await keepAll();
    const after = await readFigures(test.services, {});
    expect(sumCells(after.cells)).toEqual(sumCells(before.cells));
    expect(await test.rows("SELECT zone FROM figure_state")).toEqual([{ zone: "Asia/Tokyo" }]);
  });

  it("of every day are computed again after a stop that was longer than live events are kept", async () => {
    await keepAll();
    const count = () => test.rows("SELECT coalesce(sum(n), 0)::int AS n FROM figure_message_cell");
    const right = await count();
    await test.rows("UPDATE figure_message_cell SET n = n + 1");
    await test.rows("UPDATE live_floor SET xid = (SELECT max(xid) FROM live_event)");
    await test.rows("UPDATE figure_state SET cursor = '3:3:'");
    await keepAll();
    expect(await count()).toEqual(right);
  });
});

const ZONE = "America/Sao_Paulo";
const HOURS = {
  horarioAbertura: "08:00",
  horarioAlmoco: "12:00",
  horarioFimAlmoco: "13:00",
  horarioFechamento: "18:00",
  saturday: "disabled",
  sunday: "disabled",
} as const;
