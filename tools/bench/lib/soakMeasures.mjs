import fs from "node:fs";
import { residentBytes } from "./product.mjs";

const TABLES = `SELECT sum(pg_total_relation_size(c.oid))::bigint AS bytes,
    sum(s.n_dead_tup)::float / greatest(sum(s.n_live_tup + s.n_dead_tup), 1) AS "deadShare"
  FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid`;

/** Each must find nothing (reliability plan, section 3.4). */
const RULES = {
  "two live tickets of a contact": `SELECT 1 FROM ticket WHERE status <> 'closed' GROUP BY contact_id, connection_id HAVING count(*) > 1`,
  "a message of another connection's ticket": `SELECT 1 FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.connection_id <> t.connection_id LIMIT 1`,
  "an event that waits for a minute": `SELECT 1 FROM inbound_event WHERE state = 0 AND received_at < now() - interval '1 minute' LIMIT 1`,
  "a send that waits for a minute": `SELECT 1 FROM outbox o JOIN connection c ON c.id = o.connection_id
    WHERE o.state IN ('queued', 'handed') AND c.status = 'CONNECTED' AND greatest(o.not_before, o.created_at) < now() - interval '1 minute' LIMIT 1`,
  "a sent row without its message": `SELECT 1 FROM outbox WHERE state = 'sent' AND message_id IS NULL LIMIT 1`,
  "a message stored twice": `SELECT 1 FROM message WHERE external_id IS NOT NULL GROUP BY connection_id, chat, from_me, external_id HAVING count(*) > 1 LIMIT 1`,
};

/** The rules that are broken now, by name. */
export async function violations(client) {
  const broken = [];
  for (const [name, text] of Object.entries(RULES)) if ((await client.query(text)).rows.length > 0) broken.push(name);
  return broken;
}

export function measureProcesses({ apis, workers }) {
  const megabytes = ([{ pid }]) => Math.round(residentBytes(pid) / 2 ** 20);
  const files = ([{ pid }]) => (fs.existsSync(`/proc/${pid}/fd`) ? fs.readdirSync(`/proc/${pid}/fd`).length : null);
  return { apiMb: megabytes(apis), workerMb: megabytes(workers), apiFiles: files(apis), workerFiles: files(workers) };
}

export async function measureTables(client) {
  const { rows } = await client.query(TABLES);
  return { bytes: Number(rows[0].bytes), deadShare: rows[0].deadShare };
}

/** How much the second half of the run differs from the first, after the first tenth, in which caches fill. */
export function printGrowth(minutes) {
  const settled = minutes.slice(Math.ceil(minutes.length / 10));
  const half = Math.floor(settled.length / 2);
  if (half === 0) return;
  const meanOf = (part, name) => part.reduce((sum, minute) => sum + (minute[name] ?? 0), 0) / part.length;
  console.log("\n| what | first half | second half |\n|---|---|---|");
  for (const name of ["apiMb", "workerMb", "apiFiles", "workerFiles", "p95", "deadShare"])
    console.log(`| ${name} | ${meanOf(settled.slice(0, half), name).toFixed(2)} | ${meanOf(settled.slice(half), name).toFixed(2)} |`);
  const [first, last] = [settled[0], settled.at(-1)];
  console.log(`tables: ${(first.bytes / 2 ** 20).toFixed(0)} MB, at the end ${(last.bytes / 2 ** 20).toFixed(0)} MB`);
}
