import { OPEN_DAY_AND_NIGHT } from "../openingHours/index.js";

/** Stores the settings of a company that is open at any time in a test's database, before its services are opened. */
export async function openDayAndNight(sql: { ask(text: string, values: readonly unknown[]): Promise<unknown> }): Promise<void> {
  for (const [key, value] of Object.entries(OPEN_DAY_AND_NIGHT))
    await sql.ask("INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [key, value]);
}
