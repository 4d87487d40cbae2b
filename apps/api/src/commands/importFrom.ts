import { mkdir, readFile } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { MovingSource } from "@balcao/domain/moving";
import { lookAhead, moveIn, openSource, toMovingMap, undoMove, type MovingOptions } from "@balcao/application/roof/moving";
import { openStore } from "@balcao/application/roof/startup";
import { systemClock } from "@balcao/platform/clock";
import { usage } from "./backupArguments.js";
import { sayOutlook, sayReport, sayUndone } from "./importWords.js";
import { runCommand, type CommandScene } from "./runCommand.js";

const USAGE =
  "npm run import-from -- postgres://READER:PASSWORD@HOST/DATABASE [--dry-run] [--map FILE.json] [--people old] [--make-queues] [--figures] [--files FOLDER] [--all-inboxes] [--company ID] [--name NAME]; or -- https://CHATWOOT --token-file FILE [--company ID] [the same]; or -- CHAT.zip --connection NAME [--contact NUMBER] [--dry-run] [--figures]; or -- --undo RUN";

const NO = { type: "boolean", default: false } as const;
const TEXT = { type: "string" } as const;

/** The inbox comes first on a machine that both share. */
const NICENESS = 10;

/** How often the progress is said. */
const SAY_EVERY_MS = 5_000;

const readArguments = () =>
  usage(USAGE, () =>
    parseArgs({
      allowPositionals: true,
      options: {
        ...{ "dry-run": NO, "make-queues": NO, figures: NO, "all-inboxes": NO },
        ...{
          map: TEXT,
          people: TEXT,
          files: TEXT,
          company: TEXT,
          name: TEXT,
          connection: TEXT,
          contact: TEXT,
          undo: TEXT,
          "token-file": TEXT,
        },
      },
      strict: true,
    }),
  );
type Given = ReturnType<typeof readArguments>["values"];

const toOptions = async ({ map, people, "make-queues": makesQueues, figures }: Given): Promise<MovingOptions> => ({
  map: toMovingMap(map === undefined ? "{}" : await readFile(map, "utf8")),
  people: people === "old" ? "old" : "text",
  makesQueues,
  figures,
});

const toSourceOptions = async (given: Given) => ({
  company: given.company ?? null,
  name: given.name ?? null,
  files: given.files ?? null,
  allInboxes: given["all-inboxes"],
  connection: given.connection ?? null,
  contact: given.contact ?? null,
  // A word of the command line is seen by everybody on the machine.
  token: given["token-file"] === undefined ? null : (await readFile(given["token-file"], "utf8")).trim(),
});

interface Import {
  readonly database: CommandScene["database"];
  readonly source: MovingSource;
  readonly options: MovingOptions;
  readonly now: Date;
}

/** Runs an import with its log of what was left out, in the data folder; returns whether all of it is here. */
async function runImport({ env, say }: Pick<CommandScene, "env" | "say">, work: Import): Promise<boolean> {
  const folder = path.join(env.dataDir, "imports");
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${work.now.toISOString().slice(0, 19).replaceAll(":", "")}.log`);
  const log = createWriteStream(file, { flags: "a" });
  let saidAt = 0;
  const onProgress = (kind: string, read: number): void => {
    if (Date.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = Date.now();
    say(`${kind}: ${read} …`);
  };
  const onLeftOut = (kind: string, key: string, reason: string): void => void log.write(`${kind} ${key} ${reason}\n`);
  const store = await openStore({ dataDir: env.dataDir, files: env.files, logger: null, clock: systemClock });
  const report = await moveIn({ ...work, files: store.files }, { onProgress, onLeftOut }).finally(() => {
    store.close();
    log.end();
  });
  sayReport(report, say);
  say(`What was left out, row by row: ${file}`);
  return report.kinds.every(({ isWhole }) => isWhole);
}

/** `node importFrom.js SOURCE`: takes over what another system has. It may be cut and run again; a later run brings what is new. */
await runCommand("import-from", async ({ env, database, say }) => {
  const { values, positionals } = readArguments();
  setPriority(NICENESS);
  const now = new Date();
  if (values.undo !== undefined) {
    sayUndone(await undoMove({ database, runId: Number(values.undo) || 0, now }), say);
    return 0;
  }
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0 || ![undefined, "old"].includes(values.people)) {
    say(`Name one source: ${USAGE}`);
    return 2;
  }
  const options = await toOptions(values);
  const source = await openSource(database, address, { ...(await toSourceOptions(values)), now });
  try {
    if (!values["dry-run"]) return (await runImport({ env, say }, { database, source, options, now })) ? 0 : 1;
    sayOutlook(await lookAhead({ database, source, options }), say);
    return 0;
  } finally {
    await source.close();
  }
});
