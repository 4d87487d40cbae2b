import type { Actor, KeyUniverse, Profile } from "@balcao/domain/access";
import { toSettings, type Settings } from "@balcao/domain/settings";
import { readDirectory, type DirectoryConnectionRow, type DirectoryQueueRow, type DirectoryUserRow } from "@balcao/database/directory";
import type { Sql } from "@balcao/database/sql";

/** People, queues, connections and settings at one moment. */
export interface DirectorySnapshot {
  readonly users: ReadonlyMap<number, DirectoryUserRow>;
  readonly queues: ReadonlyMap<number, DirectoryQueueRow>;
  readonly connections: ReadonlyMap<number, DirectoryConnectionRow>;
  readonly settings: Settings;
  /** Stored texts of the settings, defaults filled in by `settings`. */
  readonly settingRows: ReadonlyMap<string, string>;
  /** Every queue and user id that a ticket's keys can hold. */
  readonly universe: KeyUniverse;
  readonly usersByProfile: Readonly<Record<Profile, readonly number[]>>;
}

/** The directory of a process: never older than five seconds, fresh at once where this process wrote it (P-26). */
export interface Directory {
  current(): DirectorySnapshot;
  /** Reads afresh; parallel calls share one read that began after they asked. */
  refresh(): Promise<DirectorySnapshot>;
}

const actors = new WeakMap<DirectoryUserRow, Actor>();

/** A person of the directory as the rules see them, the same object as long as the directory was not read anew; null for unknown and deleted ones. */
export function toActor(snapshot: DirectorySnapshot, userId: number): Actor | null {
  const user = snapshot.users.get(userId);
  if (!user || user.deleted) return null;
  const { id, profile, queueIds, active, addContact, editContact, delContact } = user;
  const actor = actors.get(user) ?? { id, profile, queueIds, active, addContact, editContact, delContact };
  actors.set(user, actor);
  return actor;
}

/** Opens the directory with a first read. Whoever opens it refreshes it, at the latest every five seconds. */
export async function openDirectory(sql: Sql): Promise<Directory> {
  let snapshot = toSnapshot(await readDirectory(sql));
  let running: Promise<DirectorySnapshot> | null = null;
  let queued: Promise<DirectorySnapshot> | null = null;

  const read = async (): Promise<DirectorySnapshot> => {
    snapshot = toSnapshot(await readDirectory(sql));
    return snapshot;
  };
  const start = (): Promise<DirectorySnapshot> => {
    running = read().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    current: () => snapshot,
    refresh: () => {
      if (!running) return start();
      queued ??= running
        .catch(() => undefined)
        .then(() => {
          queued = null;
          return start();
        });
      return queued;
    },
  };
}

function toSnapshot(rows: Awaited<ReturnType<typeof readDirectory>>): DirectorySnapshot {
  const idsOf = (profile: Profile): number[] => rows.users.filter((user) => user.profile === profile).map(({ id }) => id);
  return {
    users: new Map(rows.users.map((user) => [user.id, user])),
    queues: new Map(rows.queues.map((queue) => [queue.id, queue])),
    connections: new Map(rows.connections.map((connection) => [connection.id, connection])),
    settings: toSettings(rows.settings),
    settingRows: new Map(rows.settings.map(({ key, value }) => [key, value])),
    universe: { queueIds: rows.queues.map(({ id }) => id), userIds: rows.users.map(({ id }) => id) },
    usersByProfile: { user: idsOf("user"), gerente: idsOf("gerente"), admin: idsOf("admin") },
  };
}
