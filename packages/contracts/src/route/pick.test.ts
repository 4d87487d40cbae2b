import { AppError } from "../errors/index.js";
import { pick } from "./pick.js";

const codeOf = (run: () => unknown): string => {
  try {
    run();
    return "none";
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

describe("received JSON, before a schema reads it", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("refuses a key named %s at any depth", (name) => {
    const body: unknown = JSON.parse(`{"list":[{"inner":{"${name}":{"polluted":true}}}]}`);
    expect(codeOf(() => pick(body))).toBe("ERR_VALIDATION");
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("refuses nesting deeper than twenty", () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { next: nested(depth - 1) });
    expect(codeOf(() => pick(nested(20)))).toBe("none");
    expect(codeOf(() => pick(nested(21)))).toBe("ERR_VALIDATION");
  });

  it("reads a list's name with and without brackets [API-009]", () => {
    expect(pick({ "queueIds[]": ["1", "2"] })).toEqual({ queueIds: ["1", "2"] });
  });

  it("copies own keys only", () => {
    const inherited = Object.assign(Object.create({ secret: 1 }) as object, { own: 2 });
    expect(pick(inherited)).toEqual({ own: 2 });
  });
});
