import { type MovingCount, type MovingKind, type MovingSource } from "@balcao/domain/moving";
import { listTagsByName } from "@balcao/database/moving";
import type { Database } from "@balcao/database/sql";
import { openDirectory } from "../../ground/directory/index.js";
import { companyNumbers } from "../../ground/phoneNumbers/index.js";
import { matchByName, matchConnections, type MovingOptions } from "./scene.js";
import { judgeContact } from "./writeContacts.js";

/** What an import would find; nothing is written. */
export interface MovingOutlook {
  readonly counts: Readonly<Record<MovingKind, MovingCount>>;
  /** Contacts that stay outside, by the reason. */
  readonly contacts: Readonly<Record<string, number>>;
  /** Names and e-mails for which nothing is here. */
  readonly unmatched: Readonly<Record<"connections" | "queues" | "people" | "tags", readonly string[]>>;
}

/** Reads another system without writing: what it has, and what has no match here. */
export async function lookAhead({
  database,
  source,
  options: { map },
}: {
  readonly database: Database;
  readonly source: MovingSource;
  readonly options: MovingOptions;
}): Promise<MovingOutlook> {
  const directory = await openDirectory(database.sql);
  const { read } = await companyNumbers({ directory });
  const contacts: Record<string, number> = {};
  for await (const { rows } of source.read("contacts", null))
    for (const row of rows) {
      const judged = judgeContact(row, read);
      if (typeof judged === "string") contacts[judged] = (contacts[judged] ?? 0) + 1;
    }
  const connections = [...matchConnections(await source.connections(), directory, map).values()];
  const emails = new Set([...directory.current().users.values()].filter(({ deleted }) => !deleted).map(({ email }) => email.toLowerCase()));
  const queues = await unmatchedNames(source, "queues", [...directory.current().queues.values()], map.queues);
  const tags = await unmatchedNames(source, "tags", await listTagsByName(database.sql), map.tags);
  const people: string[] = [];
  for await (const { rows } of source.read("people", null))
    for (const { name, email } of rows) {
      const written = email?.trim().toLowerCase() ?? "";
      if (!emails.has((map.people[written] ?? written).toLowerCase())) people.push(written === "" ? name : written);
    }
  const unmatched = {
    connections: connections.filter(({ ours }) => ours === undefined).map(({ theirs }) => theirs.name),
    queues,
    people,
    tags,
  };
  return { counts: await source.counts(), contacts, unmatched };
}

async function unmatchedNames(
  source: MovingSource,
  kind: "queues" | "tags",
  ours: readonly { readonly id: number; readonly name: string }[],
  map: Readonly<Record<string, string | null>>,
): Promise<string[]> {
  const names: string[] = [];
  for await (const { rows } of source.read(kind, null))
    for (const { name } of rows) if (!Object.hasOwn(map, name) && !matchByName(name, ours, map)) names.push(name);
  return names;
}
