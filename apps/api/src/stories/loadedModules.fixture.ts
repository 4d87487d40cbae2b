import { createRequire } from "node:module";
import { createSilentLogger } from "@balcao/platform/logger";
import { openTracing } from "@balcao/platform/tracing";
import "@balcao/worker/worker";
import "../composition.js";

// Prints the modules of OpenTelemetry that the code of api and worker has loaded, with the receiver of the first argument. The library of
// the metrics loads the package `api`, which is types and a few constants.
const [url] = process.argv.slice(2);
const receiver = url === undefined ? undefined : { url, headers: {}, share: 1 };
const tracing = await openTracing(receiver, { service: "balcao-api", version: "0", secret: "s".repeat(32), logger: createSilentLogger() });
const loaded = Object.keys(createRequire(import.meta.url).cache)
  .flatMap((file) => /node_modules\/@opentelemetry\/([\w-]+)\//.exec(file)?.[1] ?? [])
  .filter((name) => name !== "api");
process.stdout.write(JSON.stringify({ isOn: tracing !== null, loaded: [...new Set(loaded)] }));
await tracing?.close();
process.exit(0);
