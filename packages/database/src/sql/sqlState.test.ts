import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { Queue } from "../models/index.js";
import { isRepeatable, openDatabase, sqlStateOf, uniqueViolation } from "./index.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const raise = (state: string): Promise<unknown> =>
  errorOf(test.database.sql.ask(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`));
/** An error of the operating system in the form of Node.js. */
const ofSystem = (code: string): Error => Object.assign(new Error(`write ${code}`), { code, errno: -32, syscall: "write" });

describe("the SQLSTATE of an error", () => {
  it.each(["22P02", "40001", "57014", "P0001", "HV00L"])("is what PostgreSQL has answered: %s", async (state) => {
    expect(sqlStateOf(await raise(state))).toBe(state);
  });

  it("is read from inside an error of the models, with the constraint", async () => {
    const create = () => test.database.transaction((tx) => Queue.create({ name: "Vendas", color: "#000001" }, { transaction: tx.orm }));
    await create();
    const error = await errorOf(create());
    expect([sqlStateOf(error), uniqueViolation(error)]).toEqual(["23505", expect.stringMatching(/^queue_/)]);
  });

  it("is there when the server refuses the connection, and not when there is no server", async () => {
    const connect = async (url: string) => {
      const { sql, close } = openDatabase({ url, applicationName: "test", poolSize: 1 });
      const error = await errorOf(sql.ask("SELECT 1"));
      await close();
      return sqlStateOf(error);
    };
    const absent = new URL(test.url);
    absent.pathname = "/absent";
    expect(await connect(absent.href)).toBe("3D000");
    absent.port = "9";
    expect(await connect(absent.href)).toBeNull();
  });

  it("is null for errors of this side, five capitals included", () => {
    for (const code of ["EPIPE", "EPERM", "EBUSY", "EROFS", "ECONNRESET", "40001"]) {
      const error = ofSystem(code);
      expect([code, sqlStateOf(error), sqlStateOf({ parent: error }), isRepeatable(error), uniqueViolation(error)]).toEqual([
        code,
        null,
        null,
        false,
        null,
      ]);
    }
    for (const other of [new Error("Query read timeout"), "EPIPE", null, undefined, {}]) expect(sqlStateOf(other)).toBeNull();
  });
});
