import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const inHere = (name: string) => path.join(HERE, name);

describe("a process whose output is not read any more", () => {
  it("still ends by itself after its last log entry", async () => {
    const options = [
      "--no-warnings",
      "--conditions=balcao-source",
      "--import",
      inHere("../../../../scripts/testRun/native/runSources.mjs"),
    ];
    const child = spawn(process.execPath, [...options, inHere("brokenPipe.fixture.ts")], { stdio: ["ignore", "pipe", "ignore", "ipc"] });
    try {
      child.stdout?.destroy();
      child.send("go");
      expect(await once(child, "exit")).toEqual([0, null]);
    } finally {
      child.kill("SIGKILL");
    }
  }, 30_000);
});
