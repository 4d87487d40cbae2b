import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cacheFolder, findDebianTree } from "./debian.mjs";
import { draws, findShell } from "./browser.mjs";

let folder;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-browsers-"))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A program that answers its version, and draws when it is told to. */
function pretend(file, draw) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const picture = 'for a in "$@"; do case "$a" in --screenshot=*) echo png > "${a#--screenshot=}";; esac; done';
  fs.writeFileSync(file, `#!/bin/sh\necho Chromium 999\n${draw ? picture : ""}\n`, { mode: 0o755 });
  return file;
}

describe("a browser for tests", () => {
  it("is judged by the page that it draws, not by its version", () => {
    expect(draws(pretend(path.join(folder, "whole"), true))).toBe(true);
    expect(draws(pretend(path.join(folder, "broken"), false))).toBe(false);
    expect(draws(path.join(folder, "absent"))).toBe(false);
  });

  it("that is only too slow to draw in time works when it answers its version, so that it is not removed", () => {
    const slow = (file, version) => {
      fs.writeFileSync(file, `#!/bin/sh\ncase "$*" in --version) ${version};; *) exec sleep 60;; esac\n`, { mode: 0o755 });
      return file;
    };
    expect(draws(slow(path.join(folder, "slow"), "echo Chromium 999"), 200)).toBe(true);
    expect(draws(slow(path.join(folder, "hung"), "exit 1"), 200)).toBe(false);
  });

  it("that lies broken in the cache is removed, so that it is fetched anew", async () => {
    const before = { cache: process.env.XDG_CACHE_HOME, chromium: process.env.E2E_CHROMIUM };
    Object.assign(process.env, { XDG_CACHE_HOME: folder });
    delete process.env.E2E_CHROMIUM;
    try {
      const home = path.join(cacheFolder(), "chromium-headless-shell");
      fs.mkdirSync(path.join(home, "root"), { recursive: true });
      const file = pretend(path.join(home, "chromium.sh"), true);
      const found = await findShell();
      // A shell of the system or of Playwright comes first.
      if (found !== file) return expect(draws(found)).toBe(true);
      pretend(file, false);
      const said = [];
      expect(await findShell((line) => said.push(line))).toBeNull();
      expect(said).toEqual([`${path.join(home, "root")} was removed: its browser draws no page.`]);
      expect(findDebianTree("chromium-headless-shell")).toBeNull();
    } finally {
      for (const [name, value] of [
        ["XDG_CACHE_HOME", before.cache],
        ["E2E_CHROMIUM", before.chromium],
      ])
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });
});
