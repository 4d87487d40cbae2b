import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { assertStartedHere } from "./installation.mjs";

describe("a command of npm run, before it installs or builds anything", () => {
  let root;
  let serviceSettings;
  const check = (more = {}) =>
    assertStartedHere({ root, env: {}, settings: { dataDir: path.join(root, ".data") }, creates: false, serviceSettings, ...more });

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-started-"));
    serviceSettings = path.join(root, "balcao.env");
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));

  it("refuses a checkout without a data folder, unless it makes one", () => {
    expect(check).toThrow("There is no data folder");
    expect(() => check({ creates: true })).not.toThrow();
  });

  it("refuses the checkout of a plain server, and names the command for it", () => {
    fs.writeFileSync(serviceSettings, "");
    for (const creates of [false, true]) expect(() => check({ creates })).toThrow(`under systemd, with the settings of ${serviceSettings}`);
    const elsewhere = { DATABASE_URL: "postgres://a:b@c/d", DATA_DIR: root };
    expect(() => check({ env: elsewhere, settings: { dataDir: root } })).not.toThrow();
    fs.writeFileSync(path.join(root, ".env"), "");
    expect(() => check({ creates: true })).not.toThrow();
  });
});
