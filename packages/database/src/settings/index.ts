import { first, one, statement, type Sql } from "../sql/index.js";

const lockRow = statement<{ value: string }>("setting_lock", `SELECT value FROM setting WHERE key = $1 FOR UPDATE`);
const writeRow = statement<{ id: number }>(
  "setting_write",
  `INSERT INTO setting (key, value, updated_at, updated_by) VALUES ($1, $2, $3, $4)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by RETURNING id`,
);

/** Returns the stored value of a setting, locked until the transaction ends; null when none is stored. */
export async function lockSetting(tx: Sql, key: string): Promise<string | null> {
  return (await first(tx.run(lockRow, [key])))?.value ?? null;
}

interface SettingChange {
  readonly key: string;
  readonly value: string;
  readonly userId: number;
  readonly now: Date;
}

/** Stores a setting and who changed it; returns the number by which the audit refers to it. */
export async function writeSetting(tx: Sql, { key, value, now, userId }: SettingChange): Promise<number> {
  return (await one(tx.run(writeRow, [key, value, now, userId]))).id;
}
