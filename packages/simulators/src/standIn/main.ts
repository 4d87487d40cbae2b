import { createInterface } from "node:readline";
import { startGraphStandIn } from "./graphStandIn.js";
import { startPageStandIn } from "./pageStandIn.js";
import { startRelayStandIn } from "./relayStandIn.js";
import type { StandIn } from "./standIn.js";

const PORTS = { graph: 3201, relay: 3202 } as const;
const USAGE = "Which one? graph (Meta's Cloud API), relay (WhatsApp, for API 2) or page (WhatsApp Web, for API 1).";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function open(kind: string | undefined, balcao = "http://localhost:3000"): Promise<StandIn> {
  switch (kind) {
    case "graph":
      return startGraphStandIn(PORTS.graph, balcao, say);
    case "relay":
      return startRelayStandIn(PORTS.relay, say);
    case "page":
      return startPageStandIn(say);
    default:
      return Promise.reject(new Error(USAGE));
  }
}

/** `main.js graph|relay|page [ADDRESS OF BALCÃO]`: starts a stand-in, says what Balcão needs to reach it, and does what is typed. Ends with Ctrl-C or the input. */
async function main(): Promise<void> {
  const standIn = await open(process.argv[2], process.argv[3]);
  say("Start Balcão with:");
  for (const [name, value] of Object.entries(standIn.variables)) say(`  ${name}=${value}`);
  for (const fact of standIn.facts) say(fact);
  say("What you may type:");
  for (const { usage, does } of standIn.commands) say(`  ${usage.padEnd(20)} ${does}`);
  const input = createInterface({ input: process.stdin });
  const stop = (): void => {
    void standIn.close().then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);
  input.on("line", (line) => void obey(standIn, line));
  input.once("close", stop);
}

async function obey({ commands }: StandIn, line: string): Promise<void> {
  const [name, ...words] = line.trim().split(/\s+/);
  if (!name) return;
  const command = commands.find(({ usage }) => usage.split(" ", 1)[0] === name);
  try {
    say(
      command ? await command.run(words) : `There is no "${name}" here: ${commands.map(({ usage }) => usage.split(" ", 1)[0]).join(", ")}.`,
    );
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
