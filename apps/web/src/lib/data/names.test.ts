import type { QueueView } from "@balcao/contracts/queues";
import type { UserView } from "@balcao/contracts/users";
import { QueryClient } from "@tanstack/react-query";
import { updateQueues } from "./queues";
import { updateTags } from "./tags";
import { updateUsers } from "./users";

const sales = { id: 10, name: "Vendas", color: "#236681" };
const ana = { id: 3, name: "Ana", email: "", profile: "user", active: true, status: "online", queues: [sales] } as unknown as UserView;
// One for each test: what an earlier one has caused changes its own.
let client = new QueryClient();
/** Resolves when what a renaming takes is loaded and was applied. */
const renamed = async (): Promise<void> => void (await import("./renaming"));
beforeEach(() => {
  client = new QueryClient();
});

/** Loads something that is kept live. */
async function loads(queryKey: readonly unknown[], data: unknown): Promise<void> {
  await client.query({ queryKey, queryFn: () => data, meta: { live: true } });
}

describe("what is loaded after an event about a person", () => {
  it("names the person as they are called now", async () => {
    await loads(["list"], [{ id: 1, user: { id: 3, name: "Ana" } }]);
    updateUsers(client, { action: "update", user: { ...ana, name: "Ana Lima" }, userId: 3 });
    await renamed();
    expect(client.getQueryData(["list"])).toEqual([{ id: 1, user: { id: 3, name: "Ana Lima" } }]);
  });

  it("names them where a chat names a sender, and leaves the contact of a ticket with the same id", async () => {
    await loads(["messages", -7], [{ id: "1", contact: { id: 3, name: "Ana" } }]);
    await loads(["messages", 7], [{ id: "2", contact: { id: 3, name: "Cliente" } }]);
    updateUsers(client, { action: "update", user: { ...ana, name: "Ana Lima" }, userId: 3 });
    await renamed();
    expect(client.getQueryData(["messages", -7])).toEqual([{ id: "1", contact: { id: 3, name: "Ana Lima" } }]);
    expect(client.getQueryData(["messages", 7])).toEqual([{ id: "2", contact: { id: 3, name: "Cliente" } }]);
  });
});

describe("the lists of tickets after a colleague got another profile", () => {
  const LIST = ["tickets", "list", { status: "open", showAll: true, queueIds: null }] as const;

  /** Whether the lists of a person are read again. */
  async function reads(profile: string, hierarchy: "enabled" | "disabled", profileChanged: boolean): Promise<boolean | undefined> {
    client.setQueryData(["session"], { id: 4, profile, active: true, queues: [sales] });
    client.setQueryData(["settings"], [{ key: "hierarchy", value: hierarchy }]);
    await loads(LIST, { pages: [], pageParams: [] });
    const user = { ...ana, profile: "gerente" } as const;
    updateUsers(client, { action: "update", user, userId: 3, ...(profileChanged && { profileChanged }) });
    await renamed();
    return client.getQueryState(LIST)?.isInvalidated;
  }

  it("are read again under the hierarchy, where they show the tickets that users own, and not for administrators [INBOX-032, INBOX-033]", async () => {
    expect(await reads("user", "enabled", true)).toBe(true);
    client = new QueryClient();
    expect(await reads("user", "enabled", false)).toBe(false);
    client = new QueryClient();
    expect(await reads("user", "disabled", true)).toBe(false);
    client = new QueryClient();
    expect(await reads("admin", "enabled", true)).toBe(false);
  });
});

describe("what is loaded after the status of a person changed", () => {
  it("stays untouched, because statuses change often", async () => {
    client.setQueryData(["users", "all", "choices"], [ana]);
    await loads(["list"], [{ id: 1, user: { id: 3, name: "Older" } }]);
    updateUsers(client, { action: "update", user: { ...ana, status: "offline" }, userId: 3 });
    await renamed();
    expect(client.getQueryData(["list"])).toEqual([{ id: 1, user: { id: 3, name: "Older" } }]);
  });
});

describe("what is loaded after a queue was renamed", () => {
  it("names the queue as it is called now, and so does the own account", async () => {
    await loads(["list"], [{ id: 1, queue: sales }]);
    client.setQueryData(["session"], { id: 3, queues: [sales] });
    // The other fields of a queue name nothing.
    const queue = { ...sales, name: "Comercial" } as QueueView;
    updateQueues(client, { action: "update", queue, queueId: 10 });
    await renamed();
    expect(client.getQueryData(["list"])).toEqual([{ id: 1, queue: { ...sales, name: "Comercial" } }]);
    expect(client.getQueryData(["session"])).toEqual({ id: 3, queues: [{ ...sales, name: "Comercial" }] });
  });
});

describe("contacts after a tag was changed", () => {
  it("are read again, because they show their tags", () => {
    client.setQueryData(["contact", 5], { tags: [{ id: 1, name: "VIP", color: "#236681" }] });
    updateTags(client, { action: "delete", tagId: 1 });
    expect(client.getQueryState(["contact", 5])?.isInvalidated).toBe(true);
  });
});
