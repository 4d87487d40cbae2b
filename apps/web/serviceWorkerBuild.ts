import { createHash } from "node:crypto";
import path from "node:path";
import { build, type InlineConfig, type Plugin, type ResolveOptions } from "vite";
import { SUPPORTED } from "./supportedBrowsers.ts";
import { readTexts, TEXT_LANGUAGES } from "./textFiles.ts";

/** What the page without a network consists of. */
const OFFLINE_FILES = ["/offline.html", "/offline.css", "/offline.js", "/firstPaint.js", "/favicon.svg"];

/** The words of one part of serviceWorker.json, by language. */
const wordsOf = (part: "push" | "offline"): string =>
  JSON.stringify(Object.fromEntries(TEXT_LANGUAGES.map((language) => [language, readTexts(language, "serviceWorker")[part]])));

/** Builds one file of src/sw into a script that imports nothing. */
async function buildScript(name: string, define: Readonly<Record<string, string>>, resolve: ResolveOptions): Promise<string> {
  const config: InlineConfig = {
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    resolve,
    define: { ...define },
    build: {
      write: false,
      target: SUPPORTED,
      rolldownOptions: { input: path.join(import.meta.dirname, "src", "sw", `${name}.ts`), output: { format: "iife" } },
    },
  };
  const built = await build(config);
  const [output] = [built].flat();
  const chunk = output && "output" in output ? output.output[0] : undefined;
  if (!chunk) throw new Error(`src/sw/${name}.ts could not be built.`);
  return chunk.code;
}

/**
 * Adds the service worker as /sw.js and the script of the page without a network. The worker carries
 * a hash of all files, so that a browser notices every new version of the app.
 */
export function serviceWorker(resolve: ResolveOptions): Plugin {
  return {
    name: "balcao-service-worker",
    apply: "build",
    async generateBundle(_options, bundle) {
      const version = createHash("sha256").update(Object.keys(bundle).sort().join("\n")).digest("hex").slice(0, 16);
      const define = {
        APP_VERSION: JSON.stringify(version),
        OFFLINE_FILES: JSON.stringify(OFFLINE_FILES),
        PUSH_WORDS: wordsOf("push"),
      };
      this.emitFile({ type: "asset", fileName: "sw.js", source: await buildScript("serviceWorker", define, resolve) });
      const source = await buildScript("offlinePage", { OFFLINE_WORDS: wordsOf("offline") }, resolve);
      this.emitFile({ type: "asset", fileName: "offline.js", source });
    },
  };
}
