import { BUCKET_EXAMPLE, readBucketAddress } from "../files/bucketAddress.js";
import type { Env } from "./env.js";
import type { Variables } from "./variables.js";

/** The bucket of the files, and the origin at which browsers reach it; undefined where files are in the data folder. */
export function readFiles(variables: Variables, isHttps: boolean): Env["files"] {
  const given = variables.text("FILES_URL");
  const publicOrigin = variables.origin("FILES_PUBLIC_URL");
  if (given === undefined) {
    if (publicOrigin !== undefined) variables.fault(`FILES_PUBLIC_URL needs FILES_URL, as ${BUCKET_EXAMPLE}.`);
    return undefined;
  }
  if (isHttps && publicOrigin?.startsWith("http:") === true)
    variables.fault("FILES_PUBLIC_URL must be https behind an https PUBLIC_URL: browsers refuse the files otherwise.");
  const address = readBucketAddress(given);
  return typeof address === "string" ? variables.fault(`FILES_URL ${address}.`) : { address, publicOrigin };
}
