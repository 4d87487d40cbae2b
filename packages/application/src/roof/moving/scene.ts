import type { MovedConnection, MovingKind, MovingSource } from "@balcao/domain/moving";
import type { MovingRun, NewItem, MovingItem } from "@balcao/database/moving";
import { listAllItems } from "@balcao/database/moving";
import type { Database, Sql } from "@balcao/database/sql";
import type { FileStore, StoredFile } from "@balcao/platform/files";
import type { Directory } from "../../ground/directory/index.js";
import type { NumberReader } from "../../ground/phoneNumbers/index.js";

/** Which of our names theirs mean, by their names; null: none of ours. People are named by their e-mails. */
export interface MovingMap {
  readonly connections: Readonly<Record<string, string | null>>;
  readonly queues: Readonly<Record<string, string | null>>;
  readonly tags: Readonly<Record<string, string | null>>;
  readonly people: Readonly<Record<string, string | null>>;
}
export const NO_MAP: MovingMap = { connections: {}, queues: {}, tags: {}, people: {} };

export interface MovingOptions {
  readonly map: MovingMap;
  /** `old` makes inactive people of those without a match; `text` keeps their names in what they wrote. */
  readonly people: "text" | "old";
  /** Whether queues without a match are made. */
  readonly makesQueues: boolean;
  /** Whether what comes counts in figures and reports. */
  readonly figures: boolean;
}

/** A file in the store for its message, a message that has its file, or the reason why there is none. */
export type Brought = { readonly messageId: number; readonly stored: StoredFile | null } | string;

/** What every writer of a run uses. */
export interface Scene {
  readonly database: Database;
  readonly directory: Directory;
  readonly source: MovingSource;
  readonly options: MovingOptions;
  readonly run: MovingRun;
  readonly now: Date;
  readonly readNumber: NumberReader;
  /** Our connection for theirs by their keys; null for none. */
  readonly connections: ReadonlyMap<string, number | null>;
  /** Our ids of a small kind that has been taken over, by their keys. */
  ours(tx: Sql, kind: "people" | "queues" | "tags"): Promise<ReadonlyMap<string, number>>;
  /** Where files go; none are brought without it. */
  readonly files: FileStore | undefined;
  /** The files that were stored for the batch, by the keys of their rows. */
  readonly brought: ReadonlyMap<string, Brought>;
  /** The names of their people, by keys. */
  names(): Promise<ReadonlyMap<string, string>>;
}

/** A row that the journal has already. */
export interface KnownRow<Row> {
  readonly row: Row;
  readonly item: MovingItem;
}

/** What becomes of a batch: what is new in the journal, and how many known rows were changed. */
export interface Written {
  readonly items: readonly NewItem[];
  readonly changed?: number;
}

export type Writer<Row> = (scene: Scene, tx: Sql, fresh: readonly Row[], known: readonly KnownRow<Row>[]) => Promise<Written>;

/** A row that stays outside; `characters` of it are missing here. */
export const leave = (key: string, reason: string, characters = 0): NewItem => ({ key, id: -characters, made: false, state: reason });
export const put = (key: string, id: number, made: boolean, state: string | null = null): NewItem => ({ key, id, made, state });

/** Reads small kinds and names once. */
export function createLookups(source: MovingSource, sourceId: number): Pick<Scene, "ours" | "names"> {
  const known = new Map<MovingKind, ReadonlyMap<string, number>>();
  let names: ReadonlyMap<string, string> | null = null;
  return {
    ours: async (tx, kind) => {
      const found =
        known.get(kind) ?? new Map((await listAllItems(tx, sourceId, kind)).filter(({ id }) => id > 0).map(({ key, id }) => [key, id]));
      known.set(kind, found);
      return found;
    },
    names: async () => {
      if (names) return names;
      const read = new Map<string, string>();
      for await (const { rows } of source.read("people", null)) for (const { sourceKey, name } of rows) read.set(sourceKey, name);
      names = read;
      return read;
    },
  };
}

const sameName = (one: string, other: string): boolean => one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** Ours of a name: by the map where it says so, otherwise by the same name. */
export function matchByName<Row extends { readonly id: number; readonly name: string }>(
  name: string,
  ours: Iterable<Row>,
  map: Readonly<Record<string, string | null>>,
): Row | null {
  const wanted = Object.hasOwn(map, name) ? (map[name] ?? null) : name;
  if (wanted === null) return null;
  for (const row of ours) if (sameName(row.name, wanted)) return row;
  return null;
}

/** Our connections for theirs; undefined for one that neither the map nor a name answers. */
export function matchConnections(
  theirs: readonly MovedConnection[],
  directory: Directory,
  map: MovingMap,
): Map<string, { readonly theirs: MovedConnection; readonly ours: number | null | undefined }> {
  const ours = [...directory.current().connections.values()];
  return new Map(
    theirs.map((each) => {
      const found = matchByName(each.name, ours, map.connections);
      const isNone = map.connections[each.name] === null;
      return [each.sourceKey, { theirs: each, ours: found?.id ?? (isNone ? null : undefined) }];
    }),
  );
}
