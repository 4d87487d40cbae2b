import { matches, type Actor } from "@balcao/domain/access";
import { covers } from "@balcao/domain/apiTokens";
import { invitedCondition, listCondition, ticketCondition, type TicketCondition } from "@balcao/domain/tickets";
import { apiNeedOf } from "@balcao/contracts/apiNeeds";
import type { ContactTicketsView, TicketListView } from "@balcao/contracts/tickets";
import type { ProtocolListView, ProtocolView } from "@balcao/contracts/protocols";
import { routes } from "@balcao/contracts/routes";
import type { AnyRoute } from "@balcao/contracts/route";
import { API_POOLS } from "../poolSizes.js";
import { watchWrites, type WriteWatch } from "../writeWatch.fixture.js";
import { callsOn, namesObject, paramNames, type MatrixCall } from "./matrixRows.fixture.js";
import { openMatrixScene, OPENS, type Caller, type MatrixScene, type Program } from "./matrixScene.fixture.js";

interface NamedRoute {
  readonly name: string;
  readonly route: AnyRoute;
}

const ALL: readonly NamedRoute[] = Object.entries(routes).flatMap(([feature, featureRoutes]) =>
  Object.entries<AnyRoute>(featureRoutes).map(([name, route]) => ({ name: `${feature}.${name}`, route })),
);

/** Calls in flight at once. */
const WIDTH = 8;

/** What a refused call may write: the audit of the refusal, and that a token was used. */
const AUDITED: ReadonlySet<string> = new Set(["audit_entry", "audit_unsealed", "api_token"]);

/** One cell of the matrix. `expected` is a verdict, or the code of a 401. */
interface Cell {
  readonly name: string;
  readonly route: AnyRoute;
  readonly call: MatrixCall;
  readonly caller: Caller;
  readonly expected: string;
}

type Signed = Caller & { readonly actor: Actor };
const isSigned = (caller: Caller): caller is Signed => caller.actor !== null;

describe("every call on an object, by everybody, on everybody's", () => {
  let scene: MatrixScene;
  let watch: WriteWatch;

  beforeAll(async () => {
    scene = await openMatrixScene({ pools: API_POOLS });
    for (const key of ["sendPermission", "maintainPermission"])
      await scene.stage.call("PUT", `/api/settings/${key}`, { token: tokenOf("super"), body: { value: "managers" } });
    for (const { token } of scene.callers.filter(isSigned)) await scene.stage.call("GET", "/api/settings", { token });
    watch = await watchWrites(scene.stage.test);
  }, 120_000);
  afterAll(() => scene.stage.close());

  const tokenOf = (name: string): string | undefined => scene.callers.find((caller) => caller.name === name)?.token;
  const everybody = (): readonly (Caller | Program)[] => [...scene.callers, ...scene.programs];
  /** A program meets the rules as its owner within the scope does, and before them what the scope opens. */
  const expectedOf = (caller: Signed | Program, { name, route, call }: Pick<Cell, "name" | "route" | "call">): string =>
    "scope" in caller && !covers(caller.scope, apiNeedOf(name, route.method)) ? "refused" : call.expected(caller.actor, settingsNow());
  const settingsNow = () => scene.stage.auth.services.directory.current().settings;
  /** Whoever has no session is refused before the object is looked up: each of them meets one object per route, in turn. */
  const toCells = (): Cell[] =>
    ALL.filter(({ route }) => namesObject(route)).flatMap(({ name, route }, turn) => {
      const calls = callsOn(name, route, scene) ?? [];
      return calls.flatMap((call, at) =>
        everybody().flatMap((caller, place): Cell[] => {
          if (isSigned(caller)) return [{ name, route, call, caller, expected: expectedOf(caller, { name, route, call }) }];
          return (turn + place) % calls.length === at ? [{ name, route, call, caller, expected: caller.code }] : [];
        }),
      );
    });
  /** Makes the calls and returns those that were not answered as expected. */
  const play = async (cells: readonly Cell[]): Promise<string[]> => {
    const wrong: string[] = [];
    const left = [...cells];
    const work = async (): Promise<void> => {
      for (let cell = left.shift(); cell; cell = left.shift()) {
        const { name, route, call, caller, expected } = cell;
        const answer = await scene.stage.call(route.method, call.path, { token: caller.token, body: call.body });
        const got = toVerdict(answer.status, (await answer.json().catch(() => ({}))) as { code?: string });
        if (!isAsExpected(cell, got)) wrong.push(`${name} · ${caller.name} · ${call.object}: ${got}, not ${expected}`);
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, work));
    return wrong.sort();
  };

  it("has a row for every route that names an object [ERR-020, S-18]", () => {
    const rowless = ALL.filter(({ name, route }) => namesObject(route) && callsOn(name, route, scene) === null).map(({ name }) => name);
    expect(rowless).toEqual([]);
    const invented = { policy: "signedIn", method: "GET", path: "/lotes/:batchId" } as unknown as AnyRoute;
    expect([paramNames(invented), callsOn("batches.get", invented, scene)]).toEqual([["batchId"], null]);
  });

  it("refuses by session, policy and rule, and a refused call changes nothing [ERR-018, ERR-020, S-18]", async () => {
    const refused = toCells().filter(({ expected }) => expected !== "admitted" && expected !== "absent");
    await watch.look();
    expect(await play(refused)).toEqual([]);
    expect((await watch.look()).filter((table) => !AUDITED.has(table))).toEqual([]);
    expect(new Set(refused.map(({ caller }) => caller.name))).toEqual(new Set(everybody().map(({ name }) => name)));
  }, 120_000);

  it("lets in whom the rules let in, and says 404 of absent objects to them alone [ERR-020]", async () => {
    const facts = (): Promise<unknown[]> =>
      scene.stage.test.database.sql.ask("SELECT id, status, queue_id, user_id FROM ticket ORDER BY id");
    const before = await facts();
    const open = toCells().filter(({ expected }) => expected === "admitted" || expected === "absent");
    expect(await play(open)).toEqual([]);
    expect(await facts()).toEqual(before);
  }, 120_000);

  it("opens to each profile the tickets that the decisions name [TICKET-031, TICKET-034, D-060]", async () => {
    const opened: Record<string, string[]> = {};
    for (const { name, token } of everybody()) {
      for (const ticket of scene.tickets) {
        const { status } = await scene.stage.call("GET", `/api/tickets/${ticket.ids["ticketId"]}`, { token });
        if (status === 200) (opened[name] ??= []).push(ticket.name);
      }
    }
    expect(opened).toEqual(OPENS);
  }, 120_000);

  it("lists to each profile exactly what the one rule gives [S-18, D-028, D-060, D-203]", async () => {
    for (const { name, actor, token } of everybody().filter(isSigned)) {
      const ask = async <T>(path: string): Promise<T> => (await (await scene.stage.call("GET", `/api${path}`, { token })).json()) as T;
      const settings = settingsNow();
      const { usersByProfile } = scene.stage.auth.services.directory.current();
      const those = (condition: TicketCondition): string[] =>
        scene.tickets.filter(({ facts }) => facts && matches(condition, facts)).map((ticket) => ticket.name);
      const namesOf = (ids: readonly number[]): string[] =>
        scene.tickets.filter((ticket) => ids.includes(ticket.ids["ticketId"] ?? 0)).map((ticket) => ticket.name);
      const mayOpen = those(ticketCondition("ticket:open", actor, settings));
      for (const showAll of [false, true]) {
        const pages = await Promise.all(
          ["open", "pending"].map((status) => ask<TicketListView>(`/tickets?status=${status}&showAll=${String(showAll)}`)),
        );
        const listed = namesOf(pages.flatMap(({ tickets }) => tickets.map(({ id }) => id)));
        expect([name, showAll, listed]).toEqual([
          name,
          showAll,
          those(listCondition(actor, settings, { showAll, queueIds: null, usersByProfile })),
        ]);
        expect(mayOpen).toEqual(expect.arrayContaining(listed));
      }
      const found = await ask<TicketListView>("/tickets/filter?searchParam=garantia&showAll=true");
      expect([name, "search", namesOf(found.tickets.map(({ id }) => id))]).toEqual([name, "search", mayOpen]);
      const invited = await ask<TicketListView["tickets"]>("/tickets/invited");
      expect([name, "invited", namesOf(invited.map(({ id }) => id))]).toEqual([name, "invited", those(invitedCondition(actor))]);
      const page = await ask<ProtocolListView>("/protocolos?pageNumber=1");
      expect([name, "protocols", namesOf(page.protocolos.map(({ ticketId }) => ticketId))]).toEqual([name, "protocols", mayOpen]);
      for (const { ids, name: object, facts } of scene.tickets) {
        if (!facts) continue;
        const seen = mayOpen.includes(object) ? 1 : 0;
        const history = await ask<ContactTicketsView>(`/tickets/history/${ids["contactId"]}`);
        const ofContact = await ask<readonly ProtocolView[]>(`/protocolos/contact/${ids["contactId"]}`);
        expect([name, object, history.tickets.length, ofContact.length]).toEqual([name, object, seen, seen]);
        const live = await ask<Record<string, unknown>>(`/tickets/contact/${ids["contactId"]}`);
        expect([name, object, "id" in live]).toEqual([name, object, seen === 1]);
      }
    }
  }, 120_000);
});

function toVerdict(status: number, { code = "" }: { readonly code?: string }): string {
  if (status === 401) return code;
  if (status >= 500) return `${status} ${code}`;
  return status === 403 ? "refused" : status === 404 ? "absent" : "admitted";
}

function isAsExpected({ call, expected }: Cell, got: string): boolean {
  return got === expected || (got === call.orElse && (expected === "admitted" || expected === "absent"));
}
