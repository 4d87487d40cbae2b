import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import tls from "node:tls";
import type { Env } from "@balcao/platform/env";
import { isEvicting, redisSentence, type RedisFacts } from "@balcao/platform/redis";
import { reserveOf, type VolumeUse } from "@balcao/platform/volumes";
import { fault, ok, reasonOf, warning, type Finding } from "./finding.js";

const CERTIFICATE_WARNING_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;
const ANSWER_LIMIT_MS = 4_000;

/** Judges a disk by the reserve of intake, below which the api refuses sends and uploads. */
export function diskFinding(use: VolumeUse): Finding {
  const reserve = reserveOf(use);
  const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  const sentence = `${gigabytes(use.freeBytes)} of ${gigabytes(use.totalBytes)} are free.`;
  const remedy = "Make room on the volume of DATA_DIR";
  if (use.freeBytes < reserve) return fault("disk", sentence, `${remedy}: below ${gigabytes(reserve)} sends and uploads are refused.`);
  return use.freeBytes < 2 * reserve
    ? warning("disk", sentence, `${remedy}; below ${gigabytes(reserve)} sends and uploads are refused.`)
    : ok("disk", sentence);
}

/** Looks whether this account may use the data folder, and nobody else may read the secrets. */
export async function folderFindings(dataDir: string): Promise<Finding[]> {
  const remedy = `Give ${dataDir} to the account that runs Balcão: chown -R.`;
  const isUsable = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isUsable) return [fault("data folder", `${dataDir} cannot be read and written by this account.`, remedy)];
  const findings = [ok("data folder", `${dataDir} can be read and written.`)];
  const secrets = path.join(dataDir, "secrets.json");
  const info = await stat(secrets).catch(() => null);
  if (info && (info.mode & 0o077) !== 0)
    findings.push(fault("secrets", "secrets.json can be read by other accounts.", `chmod 600 ${secrets}`));
  return findings;
}

export function soundFinding(isFfmpegThere: boolean): Finding {
  if (isFfmpegThere) return ok("ffmpeg", "It converts sounds.");
  return warning(
    "ffmpeg",
    "It converts no sound: recordings of Safari and other sounds go out as plain audio, and videos have no still picture.",
    "Install it (Debian, Ubuntu: apt-get install ffmpeg), or set FFMPEG_PATH to one with libopus and aac.",
  );
}

export function redisFinding(facts: RedisFacts): Finding {
  return isEvicting(facts)
    ? fault("Redis", `It deletes keys when it is full (${facts.policy}), and timers with them.`, "Set maxmemory-policy noeviction.")
    : ok("Redis", "It answers and keeps its keys.");
}

export async function examineRedis(url: string | undefined, read: (url: string) => Promise<RedisFacts>): Promise<Finding> {
  if (url === undefined)
    return warning("Redis", "There is none: everything works some seconds slower.", "npm start runs one; elsewhere set REDIS_URL.");
  try {
    return redisFinding(await read(url));
  } catch (error) {
    return warning(
      "Redis",
      `It does not answer (${reasonOf(error)}): everything works some seconds slower.`,
      redisSentence(error) ?? "Check REDIS_URL and that the server runs.",
    );
  }
}

export function addressFindings({ publicUrl, isHttps, trustProxy }: Pick<Env, "publicUrl" | "isHttps" | "trustProxy">): Finding[] {
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(publicUrl).hostname);
  if (!isHttps && !isHere)
    return [
      warning(
        "PUBLIC_URL",
        "People come over http: passwords are not protected on the way.",
        "Put an https proxy in front (docs/DEPLOY.md) and set PUBLIC_URL to its address.",
      ),
    ];
  if (isHttps && trustProxy === 0)
    return [
      warning(
        "TRUST_PROXY",
        "PUBLIC_URL is https, but no proxy is trusted: all clients count as one address.",
        "Set TRUST_PROXY to the number of proxies in front.",
      ),
    ];
  return [ok("PUBLIC_URL", `${publicUrl}.`)];
}

/** Whether Balcão answers at an address: its version, or null for another program. Rejects when nothing answers. */
async function askHealth(origin: string): Promise<string | null> {
  const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS), redirect: "manual" });
  const body: unknown = await answer.json().catch(() => null);
  const isOurs = typeof body === "object" && body !== null && "version" in body && typeof body.version === "string" && "database" in body;
  return isOurs ? String(body.version) : null;
}

/** Asks the port of the api on this machine, where nothing need run. */
export async function examinePort({ host, port }: Pick<Env, "host" | "port">): Promise<Finding> {
  const here = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  try {
    const version = await askHealth(`http://${here.includes(":") ? `[${here}]` : here}:${port}`);
    return version === null
      ? fault("port", `Another program answers at port ${port}.`, "Stop that program, or set PORT to a free one.")
      : ok("port", `Balcão ${version} answers at port ${port}.`);
  } catch {
    return warning("port", `Nothing answers at port ${port} of this machine.`, "Start Balcão, if it should run here.");
  }
}

/** Asks the public address and looks how long its certificate is valid. An address of this machine is not asked. */
export async function examinePublicAddress({ publicUrl, isHttps }: Pick<Env, "publicUrl" | "isHttps">, now: Date): Promise<Finding[]> {
  const { hostname, port } = new URL(publicUrl);
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return [];
  const findings: Finding[] = [];
  try {
    const version = await askHealth(publicUrl);
    findings.push(
      version === null
        ? fault("public address", `Another program answers at ${publicUrl}.`, "Let the proxy hand all paths to the api (docs/DEPLOY.md).")
        : ok("public address", `Balcão ${version} answers at ${publicUrl}.`),
    );
  } catch (error) {
    findings.push(
      warning(
        "public address",
        `${publicUrl} cannot be reached from this machine (${reasonOf(error)}).`,
        "Check DNS, proxy, firewall and certificate; try it from another network.",
      ),
    );
  }
  if (isHttps) findings.push(...(await certificateFindings(hostname, Number(port || 443), now)));
  return findings;
}

async function certificateFindings(host: string, port: number, now: Date): Promise<Finding[]> {
  const until = await readCertificateEnd(host, port).catch(() => null);
  return until === null ? [] : [certificateFinding(until, now)];
}

export function certificateFinding(until: Date, now: Date): Finding {
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS);
  const remedy = "Renew it; Caddy and Traefik do so themselves when ports 80 and 443 are reachable.";
  if (days < 0) return fault("certificate", `It ended ${-days} day(s) ago.`, remedy);
  return days < CERTIFICATE_WARNING_DAYS
    ? warning("certificate", `It ends in ${days} day(s).`, remedy)
    : ok("certificate", `It is valid for ${days} more days.`);
}

function readCertificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ host, port, servername: host, rejectUnauthorized: false, timeout: ANSWER_LIMIT_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once("error", reject);
    socket.once("timeout", () => socket.destroy(new Error("timeout")));
  });
}
