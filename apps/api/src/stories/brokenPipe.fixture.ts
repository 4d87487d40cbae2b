import { once } from "node:events";
import { createLogger } from "@balcao/platform/logger";

// A process that logs why it ends while nothing reads its output.
const logger = createLogger({ name: "worker", level: "info" });
await once(process, "message");
for (let line = 0; line < 3; line += 1) logger.info({ line }, "nobody reads this");
logger.fatal("an error that nobody caught");
process.disconnect();
