import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { readFieldReport, type Finding } from "@balcao/application/roof/doctor";
import type { Env } from "@balcao/platform/env";
import { ownVersion } from "../version.js";

/** The folder of the api's package. */
const API = path.resolve(import.meta.dirname, "..", "..");
const LIBRARIES = ["@whiskeysockets/baileys", "whatsapp-web.js"] as const;

const orNothing = <Value>(work: Promise<Value>, nothing: Value): Promise<Value> => work.catch(() => nothing);

/** All JavaScript of this product that is installed here. */
async function readSources(): Promise<string> {
  const packages = path.join(API, "node_modules", "@balcao");
  const names = await orNothing(readdir(packages), []);
  const folders = [
    path.join(API, "dist"),
    path.resolve(API, "..", "worker", "dist"),
    ...names.map((name) => path.join(packages, name, "dist")),
  ];
  const sources: string[] = [];
  for (const folder of folders)
    for (const file of await orNothing(readdir(folder, { recursive: true }), []))
      if (file.endsWith(".js")) sources.push(await readFile(path.join(folder, file), "utf8"));
  return sources.join("\n");
}

async function readLibrary(name: string): Promise<string | null> {
  for (const folder of [path.resolve(API, "..", "..", "packages", "gateways"), path.join(API, "node_modules", "@balcao", "gateways")]) {
    const text = await orNothing(readFile(path.join(folder, "node_modules", ...name.split("/"), "package.json"), "utf8"), null);
    const version = text === null ? undefined : (JSON.parse(text) as { readonly version?: unknown }).version;
    if (typeof version === "string") return version;
  }
  return null;
}

/** The lines of the given logs; without any, of those that `npm start` writes. */
async function readLogs(dataDir: string, given: readonly string[]): Promise<string[]> {
  const own = ["api.log.1", "api.log", "worker.log.1", "worker.log"].map((name) => path.join(dataDir, "logs", name));
  const texts = await Promise.all(
    given.length > 0 ? given.map((file) => readFile(file, "utf8")) : own.map((file) => orNothing(readFile(file, "utf8"), "")),
  );
  return texts.flatMap((text) => text.split("\n").filter((line) => line !== ""));
}

interface ReportPlace {
  readonly env: Env;
  readonly sql: Parameters<typeof readFieldReport>[0];
  readonly findings: readonly Finding[];
  /** Where the report is written. */
  readonly file: string;
  readonly logs: readonly string[];
  readonly now: Date;
}

/** Writes a report that may be given away into a file. Returns how many lines it has. */
export async function writeFieldReport({ env, sql, findings, file, logs, now }: ReportPlace): Promise<number> {
  const sources = await readSources();
  const [version, ...libraries] = await Promise.all([ownVersion(), ...LIBRARIES.map(readLibrary)]);
  const report = await readFieldReport(sql, {
    at: now,
    versions: {
      Balcão: version,
      "Node.js": process.version,
      system: `${process.platform} ${process.arch}`,
      Graph: env.graph.version,
      ...Object.fromEntries(LIBRARIES.map((name, at) => [name, libraries[at] ?? null])),
    },
    findings,
    logs: await readLogs(env.dataDir, logs),
    isOwnSentence: (text) => sources.includes(JSON.stringify(text)),
  });
  await writeFile(file, report, { mode: 0o600 });
  return report.split("\n").length;
}
