import { AppError } from "@balcao/contracts/errors";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { keepStored, storeUploads } from "./storeUploads.js";
import { Readable } from "node:stream";

let test: TestServices;
beforeEach(async () => {
  test = await openTestServices();
});
afterEach(() => test.close());

/** Stores a file, whose rows `work` stores in a transaction; returns how many files are in the store afterwards. */
async function countAfter(work: (take: () => void) => Promise<void>): Promise<number> {
  const source = { path: async () => Readable.from([Buffer.from("the file")]), originalName: "a.txt", declaredMime: "text/plain", size: 8 };
  const stored = await storeUploads(test.services, [source], { bytes: 100, sentence: "" });
  await keepStored(test.services, stored, (_files, take) => work(take)).catch(() => undefined);
  let count = 0;
  for await (const part of test.services.files.list()) count += part.length;
  return count;
}

describe("files whose rows were to be stored", () => {
  it("are removed when we or the database refuse the rows", async () => {
    const { database } = test.services;
    const refused = async (take: () => void): Promise<void> => {
      take();
      throw new AppError("ERR_TICKET_NOT_OPEN");
    };
    expect(await countAfter(refused)).toBe(0);
    const invalid = (take: () => void): Promise<void> =>
      database.transaction(async (tx) => {
        take();
        await tx.ask("SELECT 1 / 0");
      });
    expect(await countAfter(invalid)).toBe(0);
  });

  it("stay when the connection breaks at the end, because the rows may be stored", async () => {
    const { database } = test.services;
    const lost = (take: () => void): Promise<void> =>
      database.transaction(async (tx) => {
        take();
        await tx.ask("SELECT pg_terminate_backend(pg_backend_pid())");
      });
    expect(await countAfter(lost)).toBe(1);
  });
});
