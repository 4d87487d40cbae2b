import { access } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  addressFindings,
  diskFinding,
  examineDatabase,
  examineFiles,
  examinePort,
  examineProvider,
  examinePublicAddress,
  examineRedis,
  examineReplica,
  fault,
  folderFindings,
  ok,
  soundFinding,
  type Finding,
} from "@balcao/application/roof/doctor";
import { openCommandDatabase } from "@balcao/application/roof/startup";
import { createAudioTool } from "@balcao/platform/audio";
import { systemClock } from "@balcao/platform/clock";
import { EnvError, readEnv, type Env } from "@balcao/platform/env";
import { readRedisFacts } from "@balcao/platform/redis";
import { createSealer, loadSecrets } from "@balcao/platform/secrets";
import { readVolume } from "@balcao/platform/volumes";
import { writeFieldReport } from "./fieldReport.js";

const { values: options } = parseArgs({
  options: { "own-redis": { type: "boolean" }, report: { type: "string" }, log: { type: "string", multiple: true, default: [] } },
});
const MARKS = { ok: "ok     ", warning: "warning", fault: "FAULT  " } as const;

function print(finding: Finding): void {
  const remedy = finding.level === "ok" ? "" : `\n         -> ${finding.remedy.split("\n").join("\n            ")}`;
  process.stdout.write(`${MARKS[finding.level]}  ${finding.name}: ${finding.sentence}${remedy}\n`);
}

async function examineSecrets({
  dataDir,
  givenSecrets,
}: Env): Promise<{ finding: Finding; sealer: ReturnType<typeof createSealer> | null }> {
  const file = path.join(dataDir, "secrets.json");
  const isFileNeeded = Object.values(givenSecrets).some((value) => value === undefined);
  // Reading would make new ones where there are none.
  const isThere = await access(file).then(
    () => true,
    (error: unknown) => !(error instanceof Error && "code" in error && error.code === "ENOENT"),
  );
  if (isFileNeeded && !isThere) {
    const remedy = "Restore it from a backup. Only a new installation has none before its first start.";
    return { finding: fault("secrets", `${file} is missing.`, remedy), sealer: null };
  }
  try {
    const { sessionEncryptionKey } = await loadSecrets(dataDir, givenSecrets);
    return { finding: ok("secrets", "All are there."), sealer: createSealer(sessionEncryptionKey) };
  } catch (error) {
    return { finding: fault("secrets", "They cannot be used.", error instanceof Error ? error.message : ""), sealer: null };
  }
}

async function* examine(env: Env): AsyncGenerator<Finding> {
  yield ok("variables", "All can be used.");
  yield* await folderFindings(env.dataDir);
  yield diskFinding(await readVolume(env.dataDir));
  yield* await examineFiles(env.files);
  yield soundFinding(await createAudioTool({ program: env.ffmpegPath }).isThere());
  const { finding, sealer } = await examineSecrets(env);
  yield finding;
  const database = openCommandDatabase(env.databaseUrl, "balcao-doctor");
  try {
    yield* await examineDatabase({ url: env.databaseUrl, sql: database.sql, sealer, now: systemClock.now });
    yield* await examineReplica(env.databaseReplicaUrl, database.sql);
  } finally {
    await database.close();
  }
  yield options["own-redis"] ? ok("Redis", "npm start runs its own.") : await examineRedis(env.redisUrl, readRedisFacts);
  yield await examinePort(env);
  yield* addressFindings(env);
  yield* await examinePublicAddress(env, systemClock.now());
  yield* await examineProvider(env.oidc === undefined ? null : { ...env.oidc, redirectUri: `${env.publicUrl}/login` });
}

/** Writes what was found, and the states and logs of connections, into the file that was asked for. */
async function writeReport(env: Env, findings: readonly Finding[], file: string): Promise<void> {
  const database = openCommandDatabase(env.databaseUrl, "balcao-doctor");
  try {
    const lines = await writeFieldReport({ env, sql: database.sql, findings, file, logs: options.log, now: systemClock.now() });
    process.stdout.write(`${file}: ${lines} lines, without texts, names and numbers. Read it before you give it away.\n`);
  } finally {
    await database.close();
  }
}

/**
 * `node doctor.js [--own-redis] [--report FILE [--log FILE]…]`: examines an installation and changes nothing; exit code 1 when there is a
 * fault. With `--report` it also writes a field report (docs/FIELD-TEST.md).
 */
async function main(): Promise<void> {
  const found = { ok: 0, warning: 0, fault: 0 };
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    found[finding.level]++;
    findings.push(finding);
    print(finding);
  };
  try {
    const env = readEnv(process.env, "api");
    for await (const finding of examine(env)) report(finding);
    if (options.report !== undefined) await writeReport(env, findings, options.report);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    for (const sentence of error.faults)
      report(fault("variables", sentence, "Correct it in the environment or in .env; .env.example explains each."));
  }
  process.stdout.write(`${found.ok} ok, ${found.warning} warning(s), ${found.fault} fault(s).\n`);
  process.exitCode = found.fault > 0 ? 1 : 0;
}

await main();
