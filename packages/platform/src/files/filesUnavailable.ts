import { connectionSentence, errorCode, RepairableError } from "../errors/index.js";

/**
 * Why files cannot be used: `away` may pass by itself; the others are for the operator. `key` is a wrong key or secret, `denied` a
 * key without the right.
 */
export type FilesTrouble = "away" | "key" | "denied" | "bucket" | "region" | "clock";

/** What is wrong and what to do, for people who run the server; `host` is the server of the bucket. */
const SENTENCES: Readonly<Record<FilesTrouble, readonly [(host: string) => string, string]>> = {
  away: [
    (host) => `The storage of files at ${host} does not answer or reports a fault of its own`,
    "Check that the server of FILES_URL runs and can be reached from this machine, and its address.",
  ],
  key: [
    (host) => `The storage of files at ${host} refuses the key`,
    "Check key and secret in FILES_URL; write / as %2F and + as %2B there.",
  ],
  denied: [
    () => "The key of FILES_URL has no right to the bucket",
    "Allow it s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject on its objects.",
  ],
  bucket: [(host) => `The bucket of FILES_URL is not there at ${host}`, "Create the bucket, or correct its name in FILES_URL."],
  region: [(host) => `The bucket of FILES_URL is in another region of ${host}`, "Name its region: FILES_URL=…?region=sa-east-1."],
  clock: [
    (host) => `The clocks of this machine and of ${host} differ too much, so requests are refused`,
    "Set the clock, and let NTP keep it (timedatectl set-ntp true).",
  ],
};

/** Complete files can be neither read nor written now; nothing was changed. */
export class FilesUnavailable extends RepairableError {
  override readonly name = "FilesUnavailable";
  readonly code = "ERR_FILES_UNAVAILABLE";
  readonly trouble: FilesTrouble;
  /** What is wrong, in a sentence without the end. */
  readonly sentence: string;
  /** What the operator does about it. */
  readonly remedy: string;

  /** `reason` is what the storage or the network said. */
  constructor(trouble: FilesTrouble, { host, reason, cause }: Readonly<{ host: string; reason: string; cause: unknown }>) {
    const [sentence, usual] = SENTENCES[trouble];
    const remedy = connectionSentence(errorCode(cause), "FILES_URL") ?? usual;
    super(`${sentence(host)} (${reason}). ${remedy}`, { cause });
    this.trouble = trouble;
    this.sentence = `${sentence(host)} (${reason})`;
    this.remedy = remedy;
  }
}
