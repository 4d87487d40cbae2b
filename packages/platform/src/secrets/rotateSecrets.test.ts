import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readEnv } from "../env/index.js";
import { createSealer, forgetEarlierKeys, loadSecrets, rotateSecrets, secretNames } from "./index.js";

const NONE = readEnv({ DATABASE_URL: "postgres://a@b/c" }).givenSecrets;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "secrets-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("new values for secrets [D-560]", () => {
  it("replace those that were asked for, and leave the earlier key behind the one that seals", async () => {
    const before = await loadSecrets(folder, NONE);
    const sealed = createSealer(before.sessionEncryptionKey).seal("token", "place");
    await rotateSecrets(folder, ["sessionEncryptionKey", "accessTokenKey"]);
    await rotateSecrets(folder, ["sessionEncryptionKey"]);
    const after = await loadSecrets(folder, NONE);
    expect(secretNames.filter((name) => after[name] !== before[name])).toEqual(["accessTokenKey", "sessionEncryptionKey"]);
    expect(after.sessionEncryptionKey.split(" ")).toHaveLength(3);
    expect(createSealer(after.sessionEncryptionKey).open(sealed, "place")).toBe("token");
    expect(await readdir(folder)).toEqual(["secrets.json"]);
    expect((await stat(path.join(folder, "secrets.json"))).mode & 0o777).toBe(0o600);
  });

  it("forget the earlier keys when asked, and say where there are none", async () => {
    await loadSecrets(folder, NONE);
    await rotateSecrets(folder, ["sessionEncryptionKey"]);
    const { sessionEncryptionKey } = await loadSecrets(folder, NONE);
    await forgetEarlierKeys(folder);
    expect((await loadSecrets(folder, NONE)).sessionEncryptionKey).toBe(sessionEncryptionKey.split(" ")[0]);
    const text = await readFile(path.join(folder, "secrets.json"), "utf8");
    await expect(forgetEarlierKeys(folder)).rejects.toThrow(/no earlier key/);
    expect(await readFile(path.join(folder, "secrets.json"), "utf8")).toBe(text);
  });

  it("are refused where there is no file", async () => {
    await expect(rotateSecrets(folder, ["vapidKey"])).rejects.toThrow(/is missing: nothing was changed/);
    expect(await readdir(folder)).toEqual([]);
  });
});
