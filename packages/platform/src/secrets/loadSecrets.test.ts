import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readEnv } from "../env/index.js";
import { loadSecrets, SecretsError } from "./index.js";

const given = (source: NodeJS.ProcessEnv = {}) => readEnv({ DATABASE_URL: "postgres://a@b/c", ...source }).givenSecrets;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "secrets-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("loadSecrets", () => {
  it("makes seven different secrets on first use, readable only by the owner, and keeps them [S-02]", async () => {
    const dataDir = path.join(folder, "fresh", "data");
    const first = await loadSecrets(dataDir, given());
    expect(new Set(Object.values(first)).size).toBe(7);
    for (const secret of Object.values(first)) expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await stat(path.join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(["secrets.json"]);
    expect(await loadSecrets(dataDir, given())).toEqual(first);
  });

  it("gives all processes the same secrets when many start at once", async () => {
    const all = await Promise.all(Array.from({ length: 24 }, () => loadSecrets(folder, given())));
    for (const each of all) expect(each).toEqual(all[0]);
    expect(await readdir(folder)).toEqual(["secrets.json"]);
    expect(JSON.parse(await readFile(path.join(folder, "secrets.json"), "utf8"))).toEqual(all[0]);
  });

  it("prefers variables and needs no file when all are given", async () => {
    const secretOf = (letter: string) => letter.repeat(40);
    const some = await loadSecrets(path.join(folder, "some"), given({ TRANSPORT_SECRET: secretOf("t") }));
    expect(some.transportSecret).toBe(secretOf("t"));
    expect(some.mediaKey).not.toBe("");
    const all = given({
      JWT_SECRET: secretOf("a"),
      JWT_REFRESH_SECRET: secretOf("b"),
      MEDIA_SECRET: secretOf("c"),
      SESSION_ENCRYPTION_KEY: secretOf("d"),
      TRANSPORT_SECRET: secretOf("e"),
      METRICS_TOKEN: secretOf("f"),
      VAPID_SECRET: secretOf("g"),
    });
    expect(await loadSecrets(path.join(folder, "none"), all)).toMatchObject({ accessTokenKey: secretOf("a"), metricsToken: secretOf("f") });
    expect(await readdir(folder)).toEqual(["some"]);
  });

  it("needs no file for secrets that a process does not request", async () => {
    const keys = given({ MEDIA_SECRET: "c".repeat(40), SESSION_ENCRYPTION_KEY: "d".repeat(40) });
    expect(await loadSecrets(folder, keys, ["mediaKey", "sessionEncryptionKey"])).toEqual({
      mediaKey: "c".repeat(40),
      sessionEncryptionKey: "d".repeat(40),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(["", "{", "[]", "null", '{"accessTokenKey":"x"}'])(
    "says what to do about a broken file (%s) and leaves it unchanged [B-13]",
    async (text) => {
      const file = path.join(folder, "secrets.json");
      await writeFile(file, text);
      await expect(loadSecrets(folder, given())).rejects.toThrow(/secrets\.json is broken\. Restore it from a backup/);
      expect(await readFile(file, "utf8")).toBe(text);
    },
  );

  it("gives the file of an older version the same push key in every process", async () => {
    const { vapidKey, ...older } = await loadSecrets(folder, given());
    await writeFile(path.join(folder, "secrets.json"), JSON.stringify(older));
    const [one, other] = await Promise.all([loadSecrets(folder, given()), loadSecrets(folder, given(), ["vapidKey"])]);
    expect(one).toMatchObject(older);
    expect(one.vapidKey).toMatch(/^[\w-]{43}$/);
    expect(other.vapidKey).toBe(one.vapidKey);
    expect(one.vapidKey).not.toBe(vapidKey);
  });

  it("tightens the mode of a file restored by hand", async () => {
    const first = await loadSecrets(folder, given());
    const file = path.join(folder, "secrets.json");
    await rm(file);
    await writeFile(file, JSON.stringify(first), { mode: 0o644 });
    await loadSecrets(folder, given());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("names the folder that cannot be written", async () => {
    await writeFile(path.join(folder, "taken"), "a file, not a folder");
    await expect(loadSecrets(path.join(folder, "taken", "data"), given())).rejects.toThrow(SecretsError);
    await mkdir(path.join(folder, "secrets.json"));
    await expect(loadSecrets(folder, given())).rejects.toThrow(/cannot be read/);
  });
});
