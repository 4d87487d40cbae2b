import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "@swc/core";

const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/balcao-sources/", import.meta.url));

/** Endings that imports leave out: packages write `./x.js`, the web app `./x`, and a folder means its index. */
const ENDINGS = [".ts", ".tsx", "/index.ts", "/index.tsx"];

const OPTIONS = {
  swcrc: false,
  sourceMaps: "inline",
  module: { type: "es6" },
  jsc: {
    target: "es2022",
    parser: { syntax: "typescript", tsx: false, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: false,
      useDefineForClassFields: false,
      react: { runtime: "automatic" },
    },
    keepClassNames: true,
  },
};

/** Resolves `./x.js` and `./x` to `./x.ts`, `./x.tsx` or an index where that exists; Node.js resolves everything else. */
export async function resolve(specifier, context, next) {
  const source = specifier.startsWith(".") && context.parentURL?.startsWith("file:") ? findSource(specifier, context.parentURL) : undefined;
  return source ? { url: source.href, format: "module", shortCircuit: true } : next(specifier, context);
}

function findSource(specifier, parent) {
  const stem = specifier.replace(/\.js$/, "");
  return ENDINGS.map((ending) => new URL(stem + ending, parent)).find((url) => fs.existsSync(url));
}

/** Compiles TypeScript sources; an unchanged source is read from the cache. */
export async function load(url, context, next) {
  const { protocol, pathname } = new URL(url);
  if (protocol !== "file:" || !/\.tsx?$/.test(pathname)) return next(url, context);
  return { format: "module", source: await compile(fileURLToPath(url)), shortCircuit: true };
}

async function compile(filename) {
  const text = await fs.promises.readFile(filename, "utf8");
  const key = createHash("sha256")
    .update(`${JSON.stringify(OPTIONS)}\0${filename}\0${text}`)
    .digest("hex");
  const cached = path.join(CACHE, key.slice(0, 2), `${key}.js`);
  try {
    return await fs.promises.readFile(cached, "utf8");
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const jsc = { ...OPTIONS.jsc, parser: { ...OPTIONS.jsc.parser, tsx: filename.endsWith("x") } };
  const { code } = await transform(text, { ...OPTIONS, jsc, filename });
  // The file is renamed into place, so that other processes read only complete files.
  const draft = `${cached}.${process.pid}`;
  await fs.promises.mkdir(path.dirname(cached), { recursive: true });
  await fs.promises.writeFile(draft, code);
  await fs.promises.rename(draft, cached);
  return code;
}
