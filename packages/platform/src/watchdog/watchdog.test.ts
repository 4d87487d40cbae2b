import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const LONGEST_MS = 600;
const CHILD = fileURLToPath(new URL("./blockable.fixture.ts", import.meta.url));
const LOADER = new URL("../../../../scripts/testRun/native/runSources.mjs", import.meta.url).href;

interface Blockable {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  readonly lines: () => string;
}

async function startChild(...options: string[]): Promise<Blockable> {
  const args = [...options, "--no-warnings", "--conditions=balcao-source", "--import", LOADER, CHILD, String(LONGEST_MS)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "exit");
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  while (!text.includes("ready\n")) await Promise.race([once(child.stdout, "data"), ended]);
  return { child, ended, lines: () => text };
}

describe("the watchdog", () => {
  it("ends a process whose event loop stands still, and says so", async () => {
    const { child, ended, lines } = await startChild();
    child.stdin?.write("block\n");
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(JSON.parse(lines().split("\n")[1] ?? "")).toMatchObject({
      level: "fatal",
      name: "test",
      processorMs: expect.any(Number) as number,
    });
  });

  it("leaves one that was stopped for longer, one under a debugger, and one that has nothing to do; each exits at once when asked", async () => {
    const [stopped, debugged, idle] = await Promise.all([startChild(), startChild("--inspect=127.0.0.1:0"), startChild()]);
    stopped.child.kill("SIGSTOP");
    debugged.child.stdin?.write("block\n");
    // What is looked for is that nothing happens in this time.
    await sleep(LONGEST_MS * 4);
    stopped.child.kill("SIGCONT");
    await sleep(LONGEST_MS * 2);
    expect([stopped, debugged, idle].map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([null, null, null]);
    debugged.child.kill("SIGKILL");
    stopped.child.stdin?.end();
    idle.child.stdin?.end();
    expect(await Promise.all([stopped.ended, debugged.ended, idle.ended])).toEqual([
      [0, null],
      [null, "SIGKILL"],
      [0, null],
    ]);
  });
});
