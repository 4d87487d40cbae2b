import { createRequire } from "node:module";
import { createSilentLogger } from "@balcao/platform/logger";
import { openTracing } from "@balcao/platform/tracing";
import "@balcao/worker/worker";
import "../composition.js";

/**
 * The modules of OpenTelemetry that the code of api and worker has loaded, when traces go to `url`. The library of the metrics loads the
 * package `api`, which is types and a few constants.
 */
async function loadedFor(url: string | undefined): Promise<{ isOn: boolean; loaded: string[] }> {
  const receiver = url === undefined ? undefined : { url, headers: {}, share: 1 };
  const tracing = await openTracing(receiver, {
    service: "balcao-api",
    version: "0",
    secret: "s".repeat(32),
    logger: createSilentLogger(),
  });
  const loaded = Object.keys(createRequire(import.meta.url).cache)
    .flatMap((file) => /node_modules\/@opentelemetry\/([\w-]+)\//.exec(file)?.[1] ?? [])
    .filter((name) => name !== "api");
  await tracing?.close();
  return { isOn: tracing !== null, loaded: [...new Set(loaded)] };
}

// Without a receiver first, because nothing that is loaded is forgotten.
process.stdout.write(JSON.stringify([await loadedFor(undefined), await loadedFor("http://127.0.0.1:9")]));
process.exit(0);
