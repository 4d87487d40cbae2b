import { access } from "node:fs/promises";
import path from "node:path";
import {
  addressFindings,
  diskFinding,
  examineDatabase,
  examineFiles,
  examinePort,
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
  yield process.argv.includes("--own-redis") ? ok("Redis", "npm start runs its own.") : await examineRedis(env.redisUrl, readRedisFacts);
  yield await examinePort(env);
  yield* addressFindings(env);
  yield* await examinePublicAddress(env, systemClock.now());
}

/** `node doctor.js [--own-redis]`: examines an installation and changes nothing; exit code 1 when there is a fault. */
async function main(): Promise<void> {
  const found = { ok: 0, warning: 0, fault: 0 };
  const report = (finding: Finding): void => {
    found[finding.level]++;
    print(finding);
  };
  try {
    for await (const finding of examine(readEnv(process.env, "api"))) report(finding);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    for (const sentence of error.faults)
      report(fault("variables", sentence, "Correct it in the environment or in .env; .env.example explains each."));
  }
  process.stdout.write(`${found.ok} ok, ${found.warning} warning(s), ${found.fault} fault(s).\n`);
  process.exitCode = found.fault > 0 ? 1 : 0;
}

await main();
