import { matches, type Actor } from "@balcao/domain/access";
import { LIST_STATUSES, type ListStatus } from "@balcao/domain/tickets";
import { toActor } from "../../ground/directory/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { inboxListOf } from "../../inbox/tickets/index.js";
import { createCounter, readCells, type TicketCells } from "./countTickets.js";

const AGENTS = 200;
const FILTERS = [
  { showAll: false, queueIds: null },
  { showAll: true, queueIds: null },
  { showAll: false, queueIds: [1] },
  { showAll: true, queueIds: [2] },
] as const;

let test: TestServices;
let cells: TicketCells;
let actors: Actor[];

beforeAll(async () => {
  test = await openTestServices();
  await test.rows("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
  await test.rows("INSERT INTO queue (name, color) VALUES ('Vendas', '#236681'), ('Suporte', '#2e7d32')");
  // One super administrator, one manager, one agent of the other queue, and many with the same rights.
  await test.rows(
    `INSERT INTO user_account (name, email, password_hash, profile) SELECT 'Pessoa ' || n, 'p' || n || '@balcao.test', 'x',
       CASE n WHEN 1 THEN 'admin' WHEN 2 THEN 'gerente' ELSE 'user' END FROM generate_series(1, $1::int + 3) n`,
    [AGENTS],
  );
  await test.rows("INSERT INTO user_queue (user_id, queue_id) SELECT id, CASE id WHEN 3 THEN 2 ELSE 1 END FROM user_account");
  await test.rows("INSERT INTO contact (name) SELECT 'Cliente ' || n FROM generate_series(1, 3 * ($1::int + 3)) n", [AGENTS]);
  await test.rows(
    `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id)
     SELECT (ARRAY['open', 'paused', 'pending'])[1 + n % 3], n, 1, CASE WHEN n % 7 = 0 THEN NULL ELSE 1 + n % 2 END,
       CASE WHEN n % 3 = 2 THEN NULL ELSE 1 + n / 3 END FROM generate_series(1, 3 * ($1::int + 3) - 1) n`,
    [AGENTS],
  );
  await test.services.directory.refresh();
  cells = await readCells(test.services);
  actors = Array.from({ length: AGENTS + 3 }, (_, index) => toActor(test.services.directory.current(), index + 1)).filter(
    (each) => each !== null,
  );
}, 120_000);
afterAll(() => test.close());

const byRule = (actor: Actor, filter: (typeof FILTERS)[number]): Record<ListStatus, number> => {
  const { condition } = inboxListOf(test.services.directory.current(), actor, filter);
  const countOf = (status: ListStatus) =>
    (cells.byList.get(status) ?? []).reduce((sum, { facts, n }) => sum + (matches(condition, facts) ? n : 0), 0);
  return Object.fromEntries(LIST_STATUSES.map((status) => [status, countOf(status)])) as Record<ListStatus, number>;
};

describe("the counts of the lists", () => {
  it("are what the rule of the lists says for each person and filter [INBOX-034]", () => {
    expect(actors).toHaveLength(AGENTS + 3);
    const count = createCounter(test.services, cells);
    for (const filter of FILTERS) for (const actor of actors) expect(count(actor, filter)).toEqual(byRule(actor, filter));
    expect(new Set(actors.map((actor) => JSON.stringify(count(actor, FILTERS[0])))).size).toBeGreaterThan(2);
  });

  it("are counted once for all people with the same rights, who add only what is their own", () => {
    let looks = 0;
    const watched = new Map(
      [...cells.byList].map(([status, list]) => [
        status,
        list.map(({ facts, n }) => ({
          get facts() {
            looks += 1;
            return facts;
          },
          n,
        })),
      ]),
    );
    const count = createCounter(test.services, { ...cells, byList: watched });
    const agents = actors.slice(3);
    const looksAt = (some: readonly Actor[]): number => {
      looks = 0;
      for (const actor of some) count(actor, FILTERS[0]);
      return looks;
    };
    const cellCount = [...cells.byList.values()].reduce((sum, list) => sum + list.length, 0);
    expect(cellCount).toBeGreaterThan(AGENTS);
    expect(looksAt(agents.slice(0, 1))).toBeGreaterThanOrEqual(cellCount);
    // At most two tickets each are a person's own.
    expect(looksAt(agents.slice(1))).toBeLessThanOrEqual(4 * AGENTS);
  });
});
