import fs from "node:fs";
import path from "node:path";
import { writePrivateFile } from "../infra/dataFolder.mjs";
import { processMark } from "../infra/lock.mjs";

const fileOf = (dataDir) => path.join(dataDir, "processes.json");

function readList(dataDir) {
  try {
    const list = JSON.parse(fs.readFileSync(fileOf(dataDir), "utf8"));
    return Array.isArray(list) ? list : [];
  } catch {
    // The file is absent or damaged. Nothing is ended without a record.
    return [];
  }
}

/**
 * Records a process of the product, so that the start after a crash of the launcher can end it. A full disk leaves it unrecorded, because
 * the process runs already and must not be lost sight of.
 */
export function rememberProcess(dataDir, pid) {
  const running = readList(dataDir).filter((each) => processMark(each.pid) === each.mark);
  try {
    writePrivateFile(fileOf(dataDir), [...running, { pid, mark: processMark(pid) }]);
  } catch {
    // The record of before stays.
  }
}

/** Ends processes that an earlier launcher of this data folder left; another process with the same number is not ended. */
export function endLeftovers(dataDir, log) {
  for (const { pid, mark } of readList(dataDir)) {
    if (!(pid > 0) || mark === null || processMark(pid) !== mark) continue;
    log(`Ending process ${pid}, which an earlier run left`);
    process.kill(pid, "SIGKILL");
  }
  fs.rmSync(fileOf(dataDir), { force: true });
}
