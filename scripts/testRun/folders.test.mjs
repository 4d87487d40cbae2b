import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { watchFolders } from "./folders.mjs";

it("names a folder of others whose mode has changed", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-watched-"));
  try {
    fs.chmodSync(folder, 0o1777);
    const changed = watchFolders([folder, os.homedir()]);
    expect(changed()).toEqual([]);
    fs.chmodSync(folder, 0o711);
    expect(changed()).toEqual([expect.stringMatching(/^\S+ was 1777 \d+:\d+ before the tests and is 0711 /)]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
