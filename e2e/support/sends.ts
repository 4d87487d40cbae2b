import pg from "pg";
import type { Api } from "./api.js";
import type { LinkedConnection } from "./linkedConnection.js";
import { product, uniqueNumber } from "./product.js";

/** Runs a statement on the product's database; resolves with its rows. */
export async function sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Sets the time between two paced messages of a connection: 15 s, or less where a test needs no pause between them. */
export const setInterval = (connectionId: number, ms: number) =>
  sql(
    "INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, $2) ON CONFLICT (connection_id) DO UPDATE SET interval_ms = $2, next_at = '-infinity'",
    [connectionId, ms],
  );

/** Makes a connection the default one. Returns what restores the one of before. */
export async function makeDefault(api: Api, connection: LinkedConnection): Promise<() => Promise<void>> {
  const before = await api.get<{ readonly id: number; readonly isDefault: boolean }[]>("/whatsapp");
  await api.put(`/whatsapp/${connection.id}`, { name: connection.name, isDefault: true, queueIds: [connection.queue.id] });
  return async () => {
    await setInterval(connection.id, 15_000);
    const old = before.find(({ isDefault }) => isDefault);
    if (!old) return;
    await sql("UPDATE connection SET is_default = false WHERE id <> $1", [old.id]);
    await sql("UPDATE connection SET is_default = true WHERE id = $1", [old.id]);
  };
}

export const createContact = (api: Api, name: string) =>
  api.post<{ id: number; name: string; number: string }>("/contacts", { name, number: uniqueNumber(), respostaAutomatica: true });
