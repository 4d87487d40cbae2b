import type { Sql } from "@balcao/database/sql";
import { openDirectory, toActor } from "./index.js";

/** A database whose only queue has the id of the newest write, and whose answers take a while. */
function createSlowDatabase(hops: () => number) {
  let written = 0;
  const sql: Sql = {
    run: async <Row>({ name }: { readonly name: string }) => {
      const rows = name === "directory_queues" ? [{ id: written }] : [];
      for (let left = hops(); left > 0; left -= 1) await Promise.resolve();
      return rows as Row[];
    },
    ask: () => Promise.resolve([]),
  };
  return { sql, write: () => (written += 1) };
}

/** Numbers from 0 to 29 in an order that looks random and is the same for the same seed. */
function createHops(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % 30;
  };
}

describe("the directory", () => {
  it("shows a write as soon as it was read again, and nothing older afterwards, whatever the order of the answers [P-26]", async () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const hops = createHops(seed);
      const database = createSlowDatabase(hops);
      const directory = await openDirectory(database.sql);
      const newest = (): number => Math.max(...directory.current().queues.keys());
      let shown = 0;
      const writer = async (): Promise<void> => {
        for (let round = 0; round < 5; round += 1) {
          const id = database.write();
          await directory.refresh();
          for (let left = hops(); left >= 0; left -= 1) {
            expect(newest()).toBeGreaterThanOrEqual(Math.max(id, shown));
            shown = newest();
            await Promise.resolve();
          }
        }
      };
      await Promise.all(Array.from({ length: 4 }, writer));
    }
  });

  it("reads again after a read that failed", async () => {
    let fails = false;
    const sql: Sql = {
      run: () => (fails ? Promise.reject(new Error("no connection")) : Promise.resolve([])),
      ask: () => Promise.resolve([]),
    };
    const directory = await openDirectory(sql);
    fails = true;
    await expect(directory.refresh()).rejects.toThrow("no connection");
    fails = false;
    const snapshot = await directory.refresh();
    expect(directory.current()).toBe(snapshot);
  });

  it("reads only the people and connections that changed, keeps their order, and forgets one that is gone [P-26]", async () => {
    let all = { directory_users: [1, 2, 3], directory_connections: [5, 6] };
    let version = 1;
    const read: string[] = [];
    const sql: Sql = {
      run: <Row>({ name }: { readonly name: string }, [ids = null]: readonly unknown[] = []) => {
        read.push(`${name} ${JSON.stringify(ids)}`);
        const rows = all[name as keyof typeof all] ?? [];
        return Promise.resolve(rows.filter((id) => (ids as number[] | null)?.includes(id) ?? true).map((id) => ({ id, version })) as Row[]);
      },
      ask: () => Promise.resolve([]),
    };
    const directory = await openDirectory(sql);
    const versions = (kind: "users" | "connections") => [...directory.current()[kind].values()].map((row) => Object.values(row).join("."));
    [version, all] = [2, { ...all, directory_connections: [6] }];
    read.length = 0;
    await Promise.all([directory.refresh({ userIds: [2], connectionIds: [] }), directory.refresh({ userIds: [2, 1], connectionIds: [5] })]);
    expect([versions("users"), versions("connections")]).toEqual([["1.2", "2.2", "3.1"], ["6.1"]]);
    expect(read).toEqual(["directory_users [2,1]", "directory_connections [5]"]);
    await Promise.all([directory.refresh({ userIds: [2], connectionIds: [] }), directory.refresh()]);
    expect([versions("users"), versions("connections")]).toEqual([["1.2", "2.2", "3.2"], ["6.2"]]);
  });

  it("knows nobody who is deleted or unknown, and the others by what the rules need", async () => {
    const rules = {
      ...{ id: 1, profile: "user", queueIds: [4], active: false },
      ...{ addContact: true, editContact: false, delContact: false, sendToMany: false, maintain: true },
    };
    const users = [
      { ...rules, name: "Ana", deleted: false },
      { ...rules, id: 2, deleted: true },
    ];
    const sql: Sql = {
      run: <Row>({ name }: { readonly name: string }) => Promise.resolve((name === "directory_users" ? users : []) as Row[]),
      ask: () => Promise.resolve([]),
    };
    const snapshot = (await openDirectory(sql)).current();
    const actor = toActor(snapshot, 1);
    expect([actor, toActor(snapshot, 2), toActor(snapshot, 3)]).toEqual([rules, null, null]);
    expect(toActor(snapshot, 1)).toBe(actor);
  });

  it("reads everything after a read of some rows that failed", async () => {
    let fails = false;
    const read: unknown[] = [];
    const sql: Sql = {
      run: (_statement, values = []) => {
        read.push(values[0]);
        return fails ? Promise.reject(new Error("no connection")) : Promise.resolve([]);
      },
      ask: () => Promise.resolve([]),
    };
    const directory = await openDirectory(sql);
    fails = true;
    await expect(directory.refresh({ userIds: [1], connectionIds: [] })).rejects.toThrow("no connection");
    fails = false;
    read.length = 0;
    await directory.refresh({ userIds: [2], connectionIds: [] });
    expect(read).toEqual([null, undefined, null, undefined]);
  });
});
