import { createInterface } from "node:readline";
import { startGraphStandIn } from "./graphStandIn.js";
import { startPageStandIn } from "./pageStandIn.js";
import { startRelayStandIn } from "./relayStandIn.js";
import type { StandIn } from "./standIn.js";

const PORTS = { graph: 3201, relay: 3202 } as const;
const USAGE = "Which one? graph (Meta's Cloud API), relay (WhatsApp, for API 2) or page (WhatsApp Web, for API 1).";

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function open(kind: string | undefined, balcao = "http://localhost:3000"): Promise<StandIn> {
  switch (kind) {
    case "graph":
      return startGraphStandIn(PORTS.graph, balcao, print);
    case "relay":
      return startRelayStandIn(PORTS.relay, print);
    case "page":
      return startPageStandIn(print);
    default:
      return Promise.reject(new Error(USAGE));
  }
}

/**
 * `main.js graph|relay|page [ADDRESS OF BALCÃO]`: starts a stand-in, prints the variables that
 * Balcão needs to reach it, and runs typed commands. Ends with Ctrl-C or the input's end.
 */
async function main(): Promise<void> {
  const standIn = await open(process.argv[2], process.argv[3]);
  print("Start Balcão with:");
  for (const [name, value] of Object.entries(standIn.variables)) print(`  ${name}=${value}`);
  for (const fact of standIn.facts) print(fact);
  print("What you may type:");
  for (const { usage, does } of standIn.commands) print(`  ${usage.padEnd(20)} ${does}`);
  const input = createInterface({ input: process.stdin });
  const stop = (): void => {
    void standIn.close().then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);
  input.on("line", (line) => void runCommand(standIn, line));
  input.once("close", stop);
}

async function runCommand({ commands }: StandIn, line: string): Promise<void> {
  const [name, ...args] = line.trim().split(/\s+/);
  if (!name) return;
  const command = commands.find(({ usage }) => usage.split(" ", 1)[0] === name);
  try {
    print(
      command ? await command.run(args) : `There is no "${name}" here: ${commands.map(({ usage }) => usage.split(" ", 1)[0]).join(", ")}.`,
    );
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
