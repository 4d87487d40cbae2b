import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findRelease, takeRelease } from "./release.mjs";

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

const upgrade = (tag, root = checkout) => {
  const release = findRelease(root, tag);
  takeRelease(root, release);
  return release;
};

describe("an upgrade", () => {
  it("takes the newest version of the branch or a tag, and says when there is nothing new", () => {
    const { before, after } = upgrade();
    expect(before).toBe(after);
    commit(origin, "two");
    git(origin, "tag", "v2");
    commit(origin, "three");
    expect(upgrade().before).toBe(before);
    expect(version()).toBe("three");
    upgrade("v2");
    expect(version()).toBe("two");
  });

  it("looks for a version without changing a file, so that a backup is made only before a new one", () => {
    commit(origin, "two");
    const { before, after } = findRelease(checkout);
    expect(before).not.toBe(after);
    expect(version()).toBe("one");
  });

  it("goes on from a tag to the newest version of the main branch, or to another tag", () => {
    git(origin, "tag", "v1");
    commit(origin, "two");
    git(origin, "tag", "v2");
    upgrade("v1");
    expect(version()).toBe("one");
    commit(origin, "three");
    upgrade("v2");
    expect(version()).toBe("two");
    upgrade();
    expect(version()).toBe("three");
    const { before, after } = findRelease(checkout);
    expect(before).toBe(after);
  });

  it("says to name a tag where there is no main branch to follow", () => {
    git(origin, "tag", "v1");
    upgrade("v1");
    git(checkout, "remote", "set-head", "origin", "--delete");
    expect(() => findRelease(checkout)).toThrow("origin names no main branch.");
  });

  it("refuses changed files, another history, an unknown tag and a folder without git, and changes nothing", () => {
    expect(() => findRelease(checkout, "v9")).toThrow(
      expect.objectContaining({ message: "There is no version v9.", remedy: "Nothing was changed.", details: [] }),
    );
    commit(checkout, "mine");
    commit(origin, "two");
    expect(() => findRelease(checkout)).toThrow("does not lead to the new version");
    fs.writeFileSync(path.join(checkout, "version"), "changed by hand");
    expect(() => findRelease(checkout)).toThrow("Files of this checkout were changed.");
    expect(version()).toBe("changed by hand");
    expect(() => findRelease(folder)).toThrow("is no git checkout");
  });
});
