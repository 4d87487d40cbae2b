import type { Env } from "@balcao/platform/env";
import { FilesUnavailable, openBucketPlace } from "@balcao/platform/files";
import { fault, ok, warning, type Finding } from "./finding.js";

const NAME = "files";
/** Links to files are valid for five minutes, by the server's clock. */
const MOST_OFFSET_MS = 60_000;

export function clockFinding(offsetMs: number, host: string): Finding | null {
  if (Math.abs(offsetMs) < MOST_OFFSET_MS) return null;
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  return warning(
    NAME,
    `The clock of ${host} is ${minutes} min ${offsetMs > 0 ? "ahead of" : "behind"} the one of this machine.`,
    "Set both clocks, and let NTP keep them (timedatectl set-ntp true).",
  );
}

/** Asks the bucket of the files, if there is one, for something that is not there; nothing is written. */
export async function examineFiles(files: Env["files"]): Promise<Finding[]> {
  if (files === undefined) return [ok(NAME, "They are in the data folder.")];
  const { address, publicOrigin } = files;
  const { host } = new URL(address.endpoint);
  const place = await openBucketPlace(files);
  try {
    const { clockOffsetMs } = await place.examine();
    const direct = publicOrigin === undefined ? "the api hands them out" : `browsers load pictures, sounds and videos from ${publicOrigin}`;
    const clock = clockFinding(clockOffsetMs, host);
    return [ok(NAME, `The bucket ${address.bucket} at ${host} can be read; ${direct}.`), ...(clock ? [clock] : [])];
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    return [fault(NAME, `${error.sentence}.`, error.remedy)];
  } finally {
    place.close();
  }
}
