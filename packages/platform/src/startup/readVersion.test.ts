import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readVersion } from "./index.js";

let root: string;
let home: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "balcao-version-"));
  home = path.join(root, "apps", "api");
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, "package.json"), '{"version":"1.4.0"}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Davi", "-c", "user.email=davi@balcao.test", "-c", "commit.gpgsign=false", ...args], {
    cwd: root,
    encoding: "utf8",
  }).trim();
const version = () => readVersion(pathToFileURL(path.join(home, "package.json")));

describe("the version of a process", () => {
  it("has the commit of its checkout, on a branch, with packed branches and without one", async () => {
    expect(await version()).toBe("1.4.0");
    git("init", "-qb", "main");
    expect(await version()).toBe("1.4.0");
    git("commit", "-q", "--allow-empty", "-m", "one");
    const expected = `1.4.0+${git("rev-parse", "HEAD").slice(0, 10)}`;
    expect(await version()).toBe(expected);
    git("pack-refs", "--all");
    expect(await version()).toBe(expected);
    git("checkout", "-q", "--detach");
    expect(await version()).toBe(expected);
  });

  it("has the commit that its image was built from", async () => {
    writeFileSync(path.join(home, "commit"), `${"ab".repeat(20)}\n`);
    expect(await version()).toBe("1.4.0+ababababab");
    writeFileSync(path.join(home, "commit"), "\n");
    expect(await version()).toBe("1.4.0");
  });
});
