import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fetchRelease } from "./release.mjs";

let folder;
let origin;
let checkout;
const git = (cwd, ...args) =>
  execFileSync("git", ["-c", "user.name=Davi", "-c", "user.email=davi@balcao.test", "-c", "commit.gpgsign=false", ...args], {
    cwd,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
const commit = (cwd, text) => {
  fs.writeFileSync(path.join(cwd, "version"), text);
  git(cwd, "add", "version");
  git(cwd, "commit", "-qm", text);
};
const version = () => fs.readFileSync(path.join(checkout, "version"), "utf8");

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-release-"));
  [origin, checkout] = [path.join(folder, "origin"), path.join(folder, "checkout")];
  fs.mkdirSync(origin);
  git(origin, "init", "-qb", "main");
  commit(origin, "one");
  git(folder, "clone", "-q", origin, checkout);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("an upgrade", () => {
  it("takes the newest version of the branch or a tag, and says when there is nothing new", () => {
    const { before, after } = fetchRelease(checkout);
    expect(before).toBe(after);
    commit(origin, "two");
    git(origin, "tag", "v2");
    commit(origin, "three");
    expect(fetchRelease(checkout).before).toBe(before);
    expect(version()).toBe("three");
    fetchRelease(checkout, "v2");
    expect(version()).toBe("two");
  });

  it("refuses changed files, another history, an unknown tag and a folder without git, and changes nothing", () => {
    expect(() => fetchRelease(checkout, "v9")).toThrow("There is no version v9.");
    commit(checkout, "mine");
    commit(origin, "two");
    expect(() => fetchRelease(checkout)).toThrow("does not lead to the new version");
    fs.writeFileSync(path.join(checkout, "version"), "changed by hand");
    expect(() => fetchRelease(checkout)).toThrow("Files of this checkout were changed.");
    expect(version()).toBe("changed by hand");
    expect(() => fetchRelease(folder)).toThrow("is no git checkout");
  });
});
