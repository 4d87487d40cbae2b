import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { closeSync, lstatSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { userInfo, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

const START_LIMIT_MS = 90_000;
const RETRY_MS = 5_000;
const KEEPER = fileURLToPath(new URL("./testServerKeeper.mjs", import.meta.url));

/** The superuser's address of the server on which tests create their databases. */
export async function adminUrlOfTests(): Promise<string> {
  const given = process.env["DATABASE_ADMIN_URL"];
  return given === undefined || given === "" ? sharedServer() : given;
}

/** Runs work on one connection to the server's own database. */
export async function withAdmin<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: "test-admin" });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

let opened: Promise<string> | null = null;

/** The address of the embedded server that all test processes of this checkout share. The first process starts it. */
function sharedServer(): Promise<string> {
  opened ??= openServer();
  return opened;
}

async function openServer(): Promise<string> {
  const folder = serverFolder();
  const deadline = Date.now() + START_LIMIT_MS;
  let asked = 0;
  while (Date.now() < deadline) {
    const adminUrl = readAddress(folder);
    if (adminUrl !== null && (await staysOpen(adminUrl))) return adminUrl;
    if (Date.now() - asked > RETRY_MS) {
      startKeeper(folder);
      asked = Date.now();
    }
    await sleep(50);
  }
  throw new Error(
    `The PostgreSQL server for tests did not start; ${path.join(folder, "keeper.log")} says why. Set DATABASE_ADMIN_URL to use a server of your own.`,
  );
}

/** The server's folder in the temp folder, one per user and checkout. Refuses one that belongs to another user. */
function serverFolder(): string {
  const folder = path.join(tmpdir(), `balcao-tests-${userInfo().uid}-${createHash("sha256").update(KEEPER).digest("hex").slice(0, 8)}`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== userInfo().uid) throw new Error(`${folder} belongs to somebody else.`);
  return folder;
}

function readAddress(folder: string): string | null {
  try {
    return readFileSync(path.join(folder, "address"), "utf8");
  } catch {
    return null;
  }
}

/**
 * Connects to the server for as long as this process lives, because the server ends when nobody is connected for a while. Returns
 * false when the server does not answer.
 */
async function staysOpen(adminUrl: string): Promise<boolean> {
  const guest = new pg.Pool({
    connectionString: adminUrl,
    application_name: "test-guest",
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server may end before this process, for example when it is stopped by hand; the tests then fail at their own connections.
  guest.on("error", () => undefined);
  return guest.query("SELECT 1").then(
    () => true,
    () => guest.end().then(() => false),
  );
}

/** Starts a keeper. Several processes may do so at once: all keepers but one end by themselves. */
function startKeeper(folder: string): void {
  const log = openSync(path.join(folder, "keeper.log"), "a", 0o600);
  spawn(process.execPath, [KEEPER, folder], { detached: true, stdio: ["ignore", log, log] }).unref();
  closeSync(log);
}
