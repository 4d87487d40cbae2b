import { patience } from "@balcao/testing/patience";
import pg from "pg";
import { expect } from "@playwright/test";
import type { Api } from "./api.js";
import { product } from "./product.js";

/** Writes a setting of the company, which no page changes yet, and waits until the product goes by it. */
export async function changeSetting(api: Api, key: string, value: string): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await client.query("INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [
      key,
      value,
    ]);
  } finally {
    await client.end();
  }
  const read = async () => (await api.get<{ key: string; value: string }[]>("/settings")).find((setting) => setting.key === key)?.value;
  await expect.poll(read, { message: `${key} is ${value}`, timeout: patience(15_000) }).toBe(value);
}
