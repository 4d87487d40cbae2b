/** A process with a watchdog: `ready` says that it turns, and a line of input blocks its event loop for ever. */
import { startWatchdog } from "./index.js";

startWatchdog("test", Number(process.argv[2]));
process.stdin.once("data", () => {
  for (;;);
});
process.stdin.once("end", () => process.exit(0));
process.stdout.write("ready\n");
