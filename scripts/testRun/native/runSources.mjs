// `node --conditions=balcao-source --import …/runSources.mjs file.ts` runs TypeScript sources without a build.
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread) register("./sourceHooks.mjs", import.meta.url);
