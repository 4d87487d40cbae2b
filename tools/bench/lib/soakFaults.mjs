import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { clock } from "./openLoop.mjs";

const END_CONNECTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'balcao' AND pid <> pg_backend_pid()";

/** Faults at random moments, one after the other. `take()` returns the names of those since the last call. */
export function createFaults({ product, client, messenger, random, reopen }) {
  const kinds = {
    "worker killed": () => product.kill(product.workers, 0),
    "api killed": async () => {
      await product.kill(product.apis, 0);
      await reopen();
    },
    "database connections ended": async () => {
      await client.query(END_CONNECTIONS);
      await reopen();
    },
    ...(messenger && { "Redis emptied": () => emptyRedis(new URL(messenger.url)) }),
    "screens cut": reopen,
  };
  const names = Object.keys(kinds);
  let happened = [];
  let total = 0;
  return {
    run: async ({ soonest, latest, isOver }) => {
      for (;;) {
        const next = clock() + 1_000 * (soonest + random.below(Math.max(1, latest - soonest)));
        while (clock() < next && !isOver()) await sleep(1_000);
        if (isOver()) return;
        const name = random.pick(names);
        await kinds[name]();
        happened.push(name);
        total += 1;
      }
    },
    take: () => {
      const names = happened;
      happened = [];
      return names;
    },
    count: () => total,
  };
}

/** Deletes every key, as a Redis that was restarted without its file. */
function emptyRedis({ port, password }) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: "127.0.0.1", port: Number(port) }, () => socket.write(`AUTH ${password}\r\nFLUSHALL\r\nQUIT\r\n`));
    socket.on("data", () => undefined);
    socket.once("error", reject);
    socket.once("close", resolve);
  });
}
