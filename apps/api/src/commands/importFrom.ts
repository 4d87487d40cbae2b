import { mkdir, readFile } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { lookAhead, moveIn, openSource, toMovingMap, undoMove, type MovingOptions } from "@balcao/application/roof/moving";
import { usage } from "./backupArguments.js";
import { sayOutlook, sayReport, sayUndone } from "./importWords.js";
import { runCommand } from "./runCommand.js";

const USAGE =
  "npm run import-from -- postgres://READER:PASSWORD@HOST/DATABASE [--dry-run] [--map FILE.json] [--people old] [--make-queues] [--figures] [--company ID] [--name NAME]; or -- CHAT.zip --connection NAME [--contact NUMBER] [--dry-run] [--figures]; or -- --undo RUN";

const NO = { type: "boolean", default: false } as const;
const TEXT = { type: "string" } as const;

/** How often the progress is said. */
const SAY_EVERY_MS = 5_000;

/** `node importFrom.js SOURCE`: takes over what another system has. It may be cut and run again; a later run brings what is new. */
await runCommand("import-from", async ({ env, database, say }) => {
  const { values, positionals } = usage(USAGE, () =>
    parseArgs({
      allowPositionals: true,
      options: {
        "dry-run": NO,
        "make-queues": NO,
        figures: NO,
        map: TEXT,
        people: TEXT,
        company: TEXT,
        name: TEXT,
        connection: TEXT,
        contact: TEXT,
        undo: TEXT,
      },
      strict: true,
    }),
  );
  if (values.undo !== undefined) {
    sayUndone(await undoMove({ database, runId: Number(values.undo) || 0, now: new Date() }), say);
    return 0;
  }
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0 || (values.people !== undefined && values.people !== "old")) {
    say(`Name one source: ${USAGE}`);
    return 2;
  }
  const options: MovingOptions = {
    map: toMovingMap(values.map === undefined ? "{}" : await readFile(values.map, "utf8")),
    people: values.people === "old" ? "old" : "text",
    makesQueues: values["make-queues"],
    figures: values.figures,
  };
  const now = new Date();
  const source = await openSource(database, address, {
    company: values.company ?? null,
    name: values.name ?? null,
    connection: values.connection ?? null,
    contact: values.contact ?? null,
    now,
  });
  try {
    if (values["dry-run"]) {
      sayOutlook(await lookAhead({ database, source, options }), say);
      return 0;
    }
    const folder = path.join(env.dataDir, "imports");
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${now.toISOString().slice(0, 19).replaceAll(":", "")}.log`);
    const log = createWriteStream(file, { flags: "a" });
    let saidAt = 0;
    const report = await moveIn(
      { database, source, options, now },
      {
        onProgress: (kind, read) => {
          if (Date.now() - saidAt < SAY_EVERY_MS) return;
          saidAt = Date.now();
          say(`${kind}: ${read} …`);
        },
        onLeftOut: (kind, key, reason) => log.write(`${kind} ${key} ${reason}\n`),
      },
    ).finally(() => log.end());
    sayReport(report, say);
    say(`What was left out, row by row: ${file}`);
    return report.kinds.every(({ isWhole }) => isWhole) ? 0 : 1;
  } finally {
    await source.close();
  }
});
