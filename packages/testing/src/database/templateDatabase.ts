import { createHash } from "node:crypto";
import { MIGRATIONS, runMigrations } from "@balcao/database/migrations";
import type { Client } from "pg";
import { withAdmin } from "./testServer.js";

/** The key of an advisory lock: any number that is the same in every test process. */
const BUILD_LOCK = 727_002;
const ROLE = "balcao_test";
const DAY_SECONDS = 86_400;
/** SQLSTATEs of a missing database and a missing role. */
const NOT_BUILT: readonly unknown[] = ["3D000", "42704"];

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The name of the template, which changes with the text of any migration. */
const TEMPLATE = `balcao_template_${sha256(JSON.stringify(MIGRATIONS)).slice(0, 16)}`;

/** Creates database `name` as a copy of the migrated template and returns its address. Builds the template when it is missing. */
export async function cloneTemplate(adminUrl: string, name: string): Promise<string> {
  await withAdmin(adminUrl, async (admin) => {
    for (let attempt = 1; ; attempt++) {
      try {
        // Copied as files: through the WAL, which is PostgreSQL's default, a copy took three times the processor time.
        await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy OWNER ${ROLE}`);
        return;
      } catch (error) {
        // The template is missing at the first run of a schema, or was dropped by tests of another one.
        if (!NOT_BUILT.includes(codeOf(error)) || attempt === 3) throw error;
        await buildTemplate(adminUrl, admin);
      }
    }
  });
  return urlOf(adminUrl, name);
}

/** Creates an empty database with these further words of CREATE DATABASE and returns its address. */
export async function createEmpty(adminUrl: string, name: string, words: string): Promise<string> {
  await withAdmin(adminUrl, async (admin) => {
    if (!(await exists(admin, "pg_roles WHERE rolname = $1", ROLE))) await createRole(adminUrl, admin);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ${words} OWNER ${ROLE}`);
  });
  return urlOf(adminUrl, name);
}

/** One process builds, the others wait. A complete template is renamed into place, so a stop in between leaves only a draft. */
async function buildTemplate(adminUrl: string, admin: Client): Promise<void> {
  await admin.query("SELECT pg_advisory_lock($1)", [BUILD_LOCK]);
  try {
    if (await exists(admin, "pg_database WHERE datname = $1", TEMPLATE)) return;
    await createRole(adminUrl, admin);
    await dropStale(admin);
    const draft = `${TEMPLATE}_draft`;
    await admin.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${draft} OWNER ${ROLE}`);
    await runMigrations(urlOf(adminUrl, draft));
    await admin.query(`ALTER DATABASE ${draft} RENAME TO ${TEMPLATE}`);
    // Connections are refused, because a template cannot be copied while it has any.
    await admin.query(`ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } finally {
    await admin.query("SELECT pg_advisory_unlock($1)", [BUILD_LOCK]);
  }
}

async function createRole(adminUrl: string, admin: Client): Promise<void> {
  const verb = (await exists(admin, "pg_roles WHERE rolname = $1", ROLE)) ? "ALTER" : "CREATE";
  await admin.query(`${verb} ROLE ${ROLE} LOGIN NOSUPERUSER PASSWORD '${passwordOf(adminUrl)}'`);
}

/** Drops templates of other schemas, and copies of killed tests that are a day old. A database in use is skipped. */
async function dropStale(admin: Client): Promise<void> {
  const yesterday = Math.floor(Date.now() / 1000) - DAY_SECONDS;
  const { rows } = await admin.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database
     WHERE datname LIKE 'balcao\\_template\\_%' OR (datname LIKE 'balcao\\_test\\_%' AND split_part(datname, '_', 3)::bigint < $1)`,
    [yesterday],
  );
  for (const { name } of rows) {
    await admin.query(`ALTER DATABASE ${name} WITH IS_TEMPLATE false`);
    await admin.query(`DROP DATABASE ${name}`).catch(() => undefined);
  }
}

async function exists(admin: Client, where: string, value: string): Promise<boolean> {
  return (await admin.query(`SELECT 1 FROM ${where}`, [value])).rowCount === 1;
}

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.username = ROLE;
  url.password = passwordOf(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Derives the role's password from the superuser's address, so that it is the same in every process and stored nowhere. */
function passwordOf(adminUrl: string): string {
  const { username, password } = new URL(adminUrl);
  return sha256(`${username}:${password}:${ROLE}`);
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
