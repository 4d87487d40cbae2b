import type { TestDatabase } from "@balcao/testing/database";

export type Asked = Pick<TestDatabase["database"]["sql"], "ask">;

/** Shorter texts occur in log lines by themselves. */
const SHORTEST = 8;
/** A storm has thousands of messages; a line with one would be there for its neighbours, too. */
const MOST = 500;

/** What people wrote and who they are, as this database has it: nothing of it may be in a log. */
async function readPrivate(sql: Asked): Promise<string[]> {
  const rows = await sql.ask<{ text: string | null }>(
    `(SELECT body AS text FROM message ORDER BY id DESC LIMIT ${MOST}) UNION (SELECT number FROM contact ORDER BY id DESC LIMIT ${MOST})
     UNION (SELECT email FROM user_account) UNION (SELECT body FROM chat_message ORDER BY id DESC LIMIT ${MOST})`,
  );
  return rows.flatMap(({ text }) => text ?? []);
}

/** Collects the log of a story, and finds in it what must not be there [S-70]. */
export interface LogLeaks {
  readonly write: (line: string) => void;
  /** Reads what is private, before the database is closed. `secrets` are those that the test knows. */
  learn(sql: Asked, secrets: readonly string[]): Promise<void>;
  /** Throws where a line has something private. */
  assertNone(): void;
}

export function createLogLeaks(): LogLeaks {
  const lines: string[] = [];
  let hidden: readonly string[] = [];
  return {
    write: (line) => void lines.push(line),
    learn: async (sql, secrets) => {
      // A story may have taken its database away.
      const texts = await readPrivate(sql).catch(() => []);
      hidden = [...new Set([...texts, ...secrets])].filter((text) => text.length >= SHORTEST);
    },
    assertNone: () => {
      const log = lines.join("");
      const found = hidden.flatMap((text) => {
        const written = JSON.stringify(text).slice(1, -1);
        if (!log.includes(written)) return [];
        return [`${text}: ${lines.find((line) => line.includes(written)) ?? ""}`];
      });
      if (found.length > 0) throw new Error(`The log has what must not be in it [S-70]:\n${found.join("\n")}`);
    },
  };
}
