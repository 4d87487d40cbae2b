import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { ProfileFolder } from "./profileFolder.js";

let home: string;
let folder: ProfileFolder;
let browser: ChildProcess;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "balcao-profile-"));
  folder = new ProfileFolder(home);
  await mkdir(folder.profile);
  const args = ["-e", "setInterval(() => {}, 1000)", "--", `--user-data-dir=${folder.profile}`];
  browser = spawn(process.execPath, args, { stdio: "ignore" });
});
afterEach(async () => {
  browser.kill("SIGKILL");
  await rm(home, { recursive: true, force: true });
});

const lockedBy = (owner: string) => symlink(owner, path.join(folder.profile, "SingletonLock"));

it("knows the browser that has the profile", async () => {
  await lockedBy(`${hostname()}-${browser.pid}`);
  expect(await folder.holder()).toBe(browser.pid);
});

it.each([
  ["another process, which got the id later", () => `${hostname()}-${process.pid}`],
  ["a process of another machine", () => `elsewhere-${browser.pid}`],
  ["no process at all", () => `${hostname()}-999999999`],
  ["the first process", () => `${hostname()}-1`],
  ["words", () => `${hostname()}-x`],
  ["a word", () => "x"],
])("takes %s for no holder, and leaves no lock", async (_whom, owner) => {
  await lockedBy(owner());
  await writeFile(path.join(folder.profile, "SingletonCookie"), "x");
  expect(await folder.holder()).toBeNull();
  await folder.release();
  expect(await readdir(folder.profile)).toEqual([]);
});
