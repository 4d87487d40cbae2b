import type pg from "pg";

/** PostgreSQL's oldest version that has all that our statements use. */
export const OLDEST_POSTGRES = 17;

/** The database cannot be used by this version; the message is a sentence for people. */
export class SchemaRefused extends Error {
  override readonly name = "SchemaRefused";
}

/** Refuses an old PostgreSQL and a database that cannot hold every text, before anything is created in it. */
export async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding",
  );
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major < OLDEST_POSTGRES)
    throw new SchemaRefused(
      `The server at DATABASE_URL is PostgreSQL ${major}; Balcão needs version ${OLDEST_POSTGRES} or newer. ` +
        "Install one, and name its database in DATABASE_URL. Nothing was changed.",
    );
  const encoding = rows[0]?.encoding;
  if (encoding !== "UTF8")
    throw new SchemaRefused(
      `The database at DATABASE_URL is in ${encoding}, which cannot hold every text. ` +
        "Make one in UTF8 (createdb --encoding UTF8 --template template0), and name it in DATABASE_URL. Nothing was changed.",
    );
}
