import fs from "node:fs";
import path from "node:path";

/** Shorter texts occur in log lines by themselves. */
const SHORTEST = 8;
const MOST = 2_000;

/** What people wrote and who they are in a running installation: nothing of it may be in its logs. */
export async function readPrivate(databaseUrl) {
  // Imported only here: npm test loads this file before it has installed packages.
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `(SELECT body AS text FROM message ORDER BY id DESC LIMIT ${MOST}) UNION (SELECT number FROM contact ORDER BY id DESC LIMIT ${MOST})
       UNION (SELECT email FROM user_account) UNION (SELECT body FROM chat_message ORDER BY id DESC LIMIT ${MOST})`,
    );
    return rows.flatMap(({ text }) => text ?? []);
  } finally {
    await client.end();
  }
}

/** Lines of the logs in a folder that have one of these texts, each with what it has [S-70]. */
export function findLeaks(folder, texts) {
  const hidden = [...new Set(texts)].filter((text) => text.length >= SHORTEST).map((text) => [text, JSON.stringify(text).slice(1, -1)]);
  const logs = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return logs.flatMap((name) => {
    const log = fs.readFileSync(path.join(folder, name), "utf8");
    return hidden
      .filter(([, written]) => log.includes(written))
      .map(([text, written]) => `${name}, "${text}": ${log.split("\n").find((line) => line.includes(written))}`);
  });
}
