import { parseArgs } from "node:util";
import { moveFiles, type Moved } from "@balcao/application/inbox/files";
import { openStore } from "@balcao/application/roof/startup";
import { systemClock } from "@balcao/platform/clock";
import { toMegabytes, usage } from "./backupArguments.js";
import { runCommand } from "./runCommand.js";

const USAGE = "npm run move-files -- --to bucket|folder [--remove]";
const SAY_EVERY_MS = 2_000;

const wordsOf = ({ copied, bytes, kept, removed }: Moved): string =>
  `${copied} copied (${toMegabytes(bytes)}), ${kept} there already${removed > 0 ? `, ${removed} originals deleted` : ""}`;

/** `node moveFiles.js --to bucket|folder [--remove]`: copies all files between the data folder and the bucket of FILES_URL. */
await runCommand("move-files", async ({ env, say }) => {
  const { values } = usage(USAGE, () =>
    parseArgs({ options: { to: { type: "string" }, remove: { type: "boolean", default: false } }, strict: true }),
  );
  if (values.to !== "bucket" && values.to !== "folder") {
    say(`Say where the files go: ${USAGE}`);
    return 2;
  }
  if (env.files === undefined) {
    say("FILES_URL names no bucket: set it in .env first, also to move files back to the folder.");
    return 2;
  }
  const scene = { clock: systemClock, logger: null, dataDir: env.dataDir };
  const [folder, bucket] = [await openStore(scene), await openStore({ ...scene, files: env.files })];
  const [from, to] = values.to === "bucket" ? [folder, bucket] : [bucket, folder];
  let saidAt = systemClock.now().getTime();
  const onProgress = (moved: Moved): void => {
    const now = systemClock.now().getTime();
    if (now - saidAt < SAY_EVERY_MS) return;
    saidAt = now;
    say(`${wordsOf(moved)} …`);
  };
  const moved = await moveFiles({ from: from.files, to: to.files, isRemoving: values.remove, onProgress }).finally(bucket.close);
  say(`All files are in the ${values.to}: ${wordsOf(moved)}.`);
  if (!values.remove)
    say(
      values.to === "bucket"
        ? "The originals are kept. Start Balcão with FILES_URL, run this once more for files that came meanwhile, then with --remove."
        : "The originals are kept. Start Balcão without FILES_URL; files that came meanwhile: run this once more with FILES_URL set.",
    );
  return 0;
});
