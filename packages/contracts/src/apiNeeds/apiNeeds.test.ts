import type { AnyRoute } from "../route/route.js";
import { routes } from "../routes/index.js";
import { API_AREA_OF, CLOSED_TO_TOKENS, apiNeedOf } from "./index.js";

const ALL = Object.entries(routes).flatMap(([feature, its]) =>
  Object.entries<AnyRoute>(its).map(([name, route]) => ({ name: `${feature}.${name}`, route })),
);

describe("what a call asks of a token", () => {
  it("is decided for every route of the contract once, and for nothing else [D-571]", () => {
    const decided = [...API_AREA_OF.keys(), ...CLOSED_TO_TOKENS];
    expect(decided.sort()).toEqual(ALL.map(({ name }) => name).sort());
  });

  it("is nothing that a token has, for sign-in, sessions, second factors, tokens, accounts and settings [D-571]", () => {
    const open = ALL.filter(({ name, route }) => apiNeedOf(name, route.method) !== null).map(({ name }) => name);
    expect(
      open.filter((name) => /^(?:auth|apiTokens|chatImports|push|privacy|idempotency|log|jobs)\.|session|factor|picture/i.test(name)),
    ).toEqual([]);
    expect(open.filter((name) => /^(?:users|settings|connections|audit|health)\./.test(name)).sort()).toEqual([
      "audit.actions",
      "audit.list",
      "connections.get",
      "connections.list",
      "connections.listCloud",
      "connections.listGaps",
      "connections.listParked",
      "health.details",
      "settings.list",
      "users.changeShares",
      "users.get",
      "users.list",
      "users.ownedTickets",
      "users.transfer",
    ]);
    expect(ALL.filter(({ name, route }) => ["public", "refreshCookie", "super"].includes(route.policy) && open.includes(name))).toEqual([]);
  });

  it("is to write for whatever is no GET, but for two calls that only read [D-571]", () => {
    const reading = ALL.filter(({ name, route }) => route.method !== "GET" && apiNeedOf(name, route.method)?.level === "read");
    expect(reading.map(({ name }) => name).sort()).toEqual(["chats.messages", "massSends.count"]);
  });

  it("is nothing for a call that nobody has decided about [D-571]", () => {
    expect(apiNeedOf("tickets.invented", "GET")).toBeNull();
  });
});
