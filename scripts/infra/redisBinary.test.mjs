import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cacheFolder, findDebianTree } from "./debian.mjs";
import { answersPing, findRedis } from "./redisBinary.mjs";

const kept = { ...process.env };
let folder;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-redis-programs-"))));
afterEach(() => {
  Object.assign(process.env, kept);
  if (kept.XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A program that answers its version like a Redis, and nothing else. */
function pretend(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '#!/bin/sh\ncase "$*" in --version) echo "Redis server v=7.0.15";; *) exit 1;; esac\n', { mode: 0o755 });
  return file;
}

const said = [];
const progress = { say: (line) => said.push(line), step: (_title, work) => work(() => {}) };

describe("a Redis program", () => {
  it("is judged by its answer to PING, not by its version", async () => {
    const works = await findRedis({ progress });
    expect(await answersPing(works)).toBe(true);
    expect(await answersPing({ program: pretend(path.join(folder, "redis-server")), env: process.env })).toBe(false);
    expect(await answersPing({ program: path.join(folder, "absent"), env: process.env })).toBe(false);
  }, 120_000);

  it("that does not work is passed over and said, and one of the cache is removed, so that it is fetched anew", async () => {
    process.env.XDG_CACHE_HOME = folder;
    const broken = pretend(path.join(folder, "bin", "redis-server"));
    const tree = path.join(cacheFolder(), "redis", "root");
    pretend(path.join(tree, "usr", "bin", "redis-server"));
    // Without apt on the PATH nothing is fetched.
    process.env.PATH = path.dirname(broken);
    const found = await findRedis({ progress }).catch((error) => error);
    expect(said).toContain(`${broken} is passed over: it does not answer PING.`);
    // A valkey-server of the system comes before the cache.
    if (found.program !== undefined) return expect(await answersPing(found)).toBe(true);
    expect(found.message).toBe("Redis is missing.");
    expect(findDebianTree("redis")).toBeNull();
    expect(said).toContain(`${tree} was removed: its Redis does not answer PING.`);
  }, 120_000);
});
