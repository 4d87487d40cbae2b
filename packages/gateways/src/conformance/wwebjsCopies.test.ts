import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { GatewaySession, SessionReport } from "../port/index.js";
import { createTestHost, until, type TestHost } from "./testHost.js";
import { openWwebjsDouble, type WwebjsDouble } from "./wwebjsDouble.js";

describe("the copy of a deleted profile of API 1 [D-482]", () => {
  let host: TestHost;
  let double: WwebjsDouble;
  let session: GatewaySession;
  /** What the host deleted, and why. */
  const deleted: { readonly reason: string; readonly keys: ReadonlyMap<string, string> }[] = [];

  beforeAll(async () => {
    const made = await createTestHost();
    const keys: TestHost["keys"] = {
      ...made.keys,
      clear: async (reason) => {
        deleted.push({ reason, keys: new Map(made.stored) });
        made.stored.clear();
      },
    };
    host = { ...made, keys };
    double = await openWwebjsDouble(host);
    session = double.connector.open(double.profile, host);
  }, 60_000);
  afterAll(async () => {
    await session.stop();
    await double.close();
    await host.remove();
  });

  const statusIs = (status: SessionReport["status"]): Promise<SessionReport> =>
    until(
      () => session.status(),
      (report) => report.status === status,
    );
  const isMarked = async (): Promise<boolean> => (await readdir((await double.profileFolder()).profile)).includes("balcao-linked");

  it("opens again without a code where the phone was not told, and holds nothing that can be read", async () => {
    await session.start();
    await statusIs("qrcode");
    double.scanCode();
    await statusIs("CONNECTED");
    await until(isMarked, Boolean);
    await session.stop();
    session = double.connector.open(double.profileNow(), host);
    await session.logout();
    const folder = await double.profileFolder();
    expect(await readdir(folder.home)).not.toContain("session");
    expect(deleted.map(({ reason }) => reason)).toEqual(["disconnected"]);
    const files = await readdir(folder.copies, { recursive: true, withFileTypes: true });
    const sealed = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(path.join(file.parentPath, file.name), "latin1")),
    );
    expect(sealed.length).toBeGreaterThan(0);
    // The name with which every LevelDB of a browser begins.
    expect(sealed.some((bytes) => bytes.includes("leveldb.BytewiseComparator") || bytes.includes("idb_cmp1"))).toBe(false);

    // As an administrator restores it: its key is one of the session's keys again.
    for (const [key, value] of deleted[0]?.keys ?? []) host.stored.set(key, value);
    const before = host.reports.length;
    await session.start();
    await statusIs("CONNECTED");
    expect(host.reports.slice(before).map(({ status }) => status)).not.toContain("qrcode");
    expect(host.stored.size).toBe(0);
    expect(await readdir(folder.copies)).toEqual([]);
  }, 120_000);

  it("is not made of a profile that was never linked, and goes with its connection", async () => {
    await session.remove();
    await expect(readdir((await double.profileFolder()).home)).rejects.toThrow();
    session = double.connector.open(double.profileNow(), host);
    double.endPairingOnPhone();
    await session.start();
    await statusIs("qrcode");
    const before = deleted.length;
    await session.logout();
    expect(deleted).toHaveLength(before);
  }, 120_000);
});
