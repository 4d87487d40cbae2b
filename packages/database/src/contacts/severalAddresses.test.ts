import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { addContactAddresses, type AddressKey } from "./index.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const phone = (value: string): AddressKey => ({ connectionId: 0, kind: "phone", value });
const lid = (connectionId: number, value: string): AddressKey => ({ connectionId, kind: "lid", value });
const newContact = async (): Promise<number> =>
  (await test.database.sql.ask<{ id: number }>("INSERT INTO contact (name) VALUES ('Ana') RETURNING id"))[0]?.id ?? 0;
const hasSeveral = async (id: number): Promise<boolean | undefined> =>
  (await test.database.sql.ask<{ several: boolean }>("SELECT several_addresses AS several FROM contact WHERE id = $1", [id]))[0]?.several;
const add = (id: number, ...keys: AddressKey[]) => test.database.transaction((tx) => addContactAddresses(tx, id, keys));

describe("several addresses of a contact", () => {
  it.each<[string, readonly AddressKey[], boolean]>([
    ["one phone", [phone("5511987650001")], false],
    ["both forms of a mobile", [phone("5511987650002"), phone("551187650002")], false],
    ["a mobile and a landline of the same digits", [phone("5511932650003"), phone("551132650003")], true],
    ["two phones", [phone("5511987650004"), phone("5511987650014")], true],
    ["a phone and an id", [phone("5511987650005"), lid(1, "5")], false],
    ["ids on two connections", [lid(1, "6"), lid(2, "6")], false],
    ["two ids on one connection", [lid(1, "7"), lid(1, "17")], true],
  ])("are noted for %s: %p %p", async (_what, keys, expected) => {
    const [together, apart] = [await newContact(), await newContact()];
    await add(together, ...keys);
    expect(await hasSeveral(together)).toBe(expected);
    await test.database.sql.ask("DELETE FROM contact_address WHERE contact_id = $1", [together]);
    for (const key of keys) await add(apart, key);
    expect(await hasSeveral(apart)).toBe(expected);
  });

  it("are noted where an address moves to a contact, as in a merge", async () => {
    const [one, other] = [await newContact(), await newContact()];
    await add(one, phone("5511987651001"));
    await add(other, phone("5511987651002"));
    await test.database.sql.ask("UPDATE contact_address SET contact_id = $1 WHERE contact_id = $2", [one, other]);
    expect([await hasSeveral(one), await hasSeveral(other)]).toEqual([true, false]);
  });

  it("are noted where two transactions add one each at once", async () => {
    const id = await newContact();
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    let added: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (added = resolve));
    const one = test.database.transaction(async (tx) => {
      await addContactAddresses(tx, id, [phone("5511987652001")]);
      added();
      await held;
    });
    await first;
    const other = add(id, phone("5511987652002"));
    const waits = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    for (let n = 0; n === 0;) n = (await test.database.sql.ask<{ n: number }>(waits))[0]?.n ?? 0;
    end();
    await Promise.all([one, other]);
    expect(await hasSeveral(id)).toBe(true);
  });
});
