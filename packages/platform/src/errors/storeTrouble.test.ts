import { storeTroubleOf } from "./index.js";

const withCode = (code: string): Error => Object.assign(new Error("x"), { code });
const named = (name: string, more: object = {}): Error => Object.assign(new Error("x"), { name, ...more });

describe("the trouble of a store", () => {
  it.each(["ECONNREFUSED", "ECONNRESET", "57P01", "57P02", "57P03", "53300", "08006", "25006"])("is away for %s", (code) =>
    expect(storeTroubleOf(withCode(code))).toBe("away"),
  );

  it.each(["55P03", "57014", "40P01", "40001", "25P03"])("is busy for %s", (code) => expect(storeTroubleOf(withCode(code))).toBe("busy"));

  it.each(["53100", "ENOSPC", "EDQUOT"])("is full for %s [P-9]", (code) => expect(storeTroubleOf(withCode(code))).toBe("full"));

  it("is read from wrapped errors of the models' library, and from messages without a code", () => {
    expect(storeTroubleOf(named("SequelizeConnectionRefusedError"))).toBe("away");
    expect(storeTroubleOf(new Error("Connection terminated unexpectedly"))).toBe("away");
    expect(storeTroubleOf(named("SequelizeDatabaseError", { parent: withCode("53100") }))).toBe("full");
    expect(storeTroubleOf(named("SequelizeDatabaseError", { parent: withCode("55P03") }))).toBe("busy");
    expect(storeTroubleOf(named("SequelizeConnectionAcquireTimeoutError"))).toBe("busy");
    expect(storeTroubleOf(new Error("timeout exceeded when trying to connect"))).toBe("busy");
  });

  it("is null for faults of a call and for our own faults", () => {
    for (const code of ["42601", "22P02", "23505", "ENOENT", "EACCES"]) expect(storeTroubleOf(withCode(code))).toBeNull();
    expect(storeTroubleOf(new Error("x"))).toBeNull();
    expect(storeTroubleOf("ECONNREFUSED")).toBeNull();
    expect(storeTroubleOf(undefined)).toBeNull();
  });
});
