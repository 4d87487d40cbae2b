import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
/** Packages that a process loads when it needs them first: together they would hold some 100 MB of one that does not. */
const LATE = [
  "@aws-sdk/client-s3",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/sdk-trace-base",
  "@whiskeysockets/baileys",
  "@zxcvbn-ts/language-common",
  "file-type",
  "libphonenumber-js/max",
  "openid-client",
  "pdfkit",
  "sharp",
  "umzug",
  "whatsapp-web.js",
  "xlsx",
];

/** What a file loads when it is loaded itself: imports of types alone, and those inside of functions, are left out. */
function* loadedBy(file) {
  const text = fs.readFileSync(file, "utf8");
  for (const [, clause, specifier] of text.matchAll(/^(?:import|export) (?!type )(?:([^;"]*?) from )?"([^"]+)";/gm))
    if (!/^\{(?:\s*type [\w\s]+,?)+\}$/.test(clause ?? "")) yield specifier;
}

/** The file that a specifier of ours leads to; null for packages from outside. */
function ownFile(from, specifier) {
  const [, own, door] = /^@balcao\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
  if (own !== undefined) return path.join(ROOT, "packages", own, "src", door, "index.ts");
  if (!specifier.startsWith(".")) return null;
  const place = path.resolve(path.dirname(from), specifier);
  return specifier.endsWith(".js") ? place.replace(/\.js$/, ".ts") : place;
}

/** All packages from outside that are loaded with a program, each with the file that does it. */
function loadedWith(program) {
  const outside = new Map();
  const seen = new Set();
  const queue = [path.join(ROOT, program)];
  for (const file of queue) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of loadedBy(file)) {
      const own = ownFile(file, specifier);
      if (own) queue.push(own);
      else outside.set(specifier, path.relative(ROOT, file));
    }
  }
  return outside;
}

describe.each(["apps/api/src/main.ts", "apps/worker/src/main.ts"])("the start of %s", (program) => {
  it("loads nothing that a process at rest does not need", () => {
    const loaded = loadedWith(program);
    expect([...loaded.keys()]).toEqual(expect.arrayContaining(["pg", "pino", "sequelize-typescript"]));
    expect(LATE.flatMap((name) => (loaded.has(name) ? [`${name} by ${loaded.get(name)}`] : []))).toEqual([]);
  });
});
