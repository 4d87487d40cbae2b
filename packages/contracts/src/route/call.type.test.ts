import type { Routes } from "../routes/index.js";
import type { Answer, Call, Parsed } from "./route.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(value: T): T => value;

describe("the contract's types", () => {
  it("require path parameters, as numbers where their name ends in Id", () => {
    type Get = Call<Routes["tickets"]["get"]>;
    holds<Same<Get["params"], { readonly ticketId: number }>>(true);
    // @ts-expect-error a call without its path parameter does not compile
    const missing: Get = {};
    expect(missing).toEqual({});
  });

  it("give callers the names of the wire and handlers those of Balcão", () => {
    type Create = Call<Routes["contacts"]["create"]>;
    const call: Create = { body: { name: "Cliente", number: "5511900000001", respostaAutomatica: true } };
    // @ts-expect-error a name of Balcão is not a name on the wire
    const wrong: Create = { body: { name: "Cliente", number: "5511900000001", autoReply: true } };
    holds<Same<Parsed<Routes["contacts"]["create"]>["autoReply"], boolean>>(true);
    expect([call, wrong]).toHaveLength(2);
  });

  it("contain the view that a route answers", () => {
    holds<Same<Answer<Routes["auth"]["socket"]>, { readonly token: string }>>(true);
    expect(true).toBe(true);
  });
});
