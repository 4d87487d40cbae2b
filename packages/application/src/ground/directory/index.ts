import {
  readDirectory,
  readDirectoryRows,
  type DirectoryConnectionRow,
  type DirectoryIds,
  type DirectoryQueueRow,
  type DirectorySettingRow,
  type DirectoryUserRow,
} from "@balcao/database/directory";
import type { Sql } from "@balcao/database/sql";
import { isSuper, type Actor, type KeyUniverse, type Profile } from "@balcao/domain/access";
import type { Histories } from "@balcao/domain/messages";
import { toSettings, type Settings } from "@balcao/domain/settings";

/** Users, queues, connections and settings at one moment. */
export interface DirectorySnapshot {
  readonly users: ReadonlyMap<number, DirectoryUserRow>;
  readonly queues: ReadonlyMap<number, DirectoryQueueRow>;
  readonly connections: ReadonlyMap<number, DirectoryConnectionRow>;
  readonly settings: Settings;
  /** The stored rows of settings; `settings` has the parsed values with defaults. */
  readonly settingRows: ReadonlyMap<string, DirectorySettingRow>;
  /** Every queue id and user id that a ticket's keys can contain. */
  readonly universe: KeyUniverse;
  readonly usersByProfile: Readonly<Record<Profile, readonly number[]>>;
  /** The connections of which agents see a part of the history only. */
  readonly histories: Histories;
}

/**
 * The directory of a process. It is at most five seconds old, and refreshed at once after a write
 * by this process [P-26].
 */
export interface Directory {
  current(): DirectorySnapshot;
  /**
   * Reads again, all of it or the rows that changed; parallel calls share one read that begins after they were made. One read runs
   * at a time, so that `current()` never goes back to older rows.
   */
  refresh(changed?: DirectoryIds | "all"): Promise<DirectorySnapshot>;
}

const actors = new WeakMap<DirectoryUserRow, Actor>();

/**
 * Returns a user as the access rules need them; null for unknown and deleted users. The same object
 * is returned until the directory is read again.
 */
export function toActor(snapshot: DirectorySnapshot, userId: number): Actor | null {
  const user = snapshot.users.get(userId);
  if (!user || user.deleted) return null;
  const { id, profile, queueIds, active, addContact, editContact, delContact, sendToMany, maintain } = user;
  const actor = actors.get(user) ?? { id, profile, queueIds, active, addContact, editContact, delContact, sendToMany, maintain };
  actors.set(user, actor);
  return actor;
}

/**
 * Opens the directory with a first read. The caller must refresh it at least every five seconds.
 */
export async function openDirectory(sql: Sql): Promise<Directory> {
  let rows = await readDirectory(sql);
  let snapshot = toSnapshot(rows);
  /** The read that runs or ran last. The next one waits for it, so that no older read ends later. */
  let last: Promise<unknown> = Promise.resolve();
  /** The read that has not begun. */
  let next: Promise<DirectorySnapshot> | null = null;
  /** What that read has to read: null for everything, as after a read that failed. */
  let asked: DirectoryIds | null = NOTHING;

  const read = async (): Promise<DirectorySnapshot> => {
    const changed = asked;
    next = null;
    asked = NOTHING;
    try {
      rows = changed ? replaced(rows, await readDirectoryRows(sql, changed), changed) : await readDirectory(sql);
    } catch (error) {
      asked = null;
      throw error;
    }
    snapshot = toSnapshot(rows);
    return snapshot;
  };
  return {
    current: () => snapshot,
    refresh: (changed = "all") => {
      asked = asked && changed !== "all" ? joined(asked, changed) : null;
      if (next) return next;
      next = last.then(read, read);
      last = next;
      return next;
    },
  };
}

type Rows = Awaited<ReturnType<typeof readDirectory>>;

const NOTHING: DirectoryIds = { userIds: [], connectionIds: [] };
const joined = (one: DirectoryIds, other: DirectoryIds): DirectoryIds => ({
  userIds: [...new Set([...one.userIds, ...other.userIds])],
  connectionIds: [...new Set([...one.connectionIds, ...other.connectionIds])],
});

/** The rows with those that were read again, in the order of a whole read. */
function replaced(rows: Rows, found: Pick<Rows, "users" | "connections">, { userIds, connectionIds }: DirectoryIds): Rows {
  return {
    ...rows,
    users: mergedById(rows.users, found.users, userIds),
    connections: mergedById(rows.connections, found.connections, connectionIds),
  };
}

function mergedById<Row extends { readonly id: number }>(rows: readonly Row[], found: readonly Row[], ids: readonly number[]): Row[] {
  const isRead = new Set(ids);
  return [...rows.filter(({ id }) => !isRead.has(id)), ...found].sort((a, b) => a.id - b.id);
}

function toSnapshot(rows: Rows): DirectorySnapshot {
  const idsOf = (profile: Profile): number[] => rows.users.filter((user) => user.profile === profile).map(({ id }) => id);
  const restricted = (kind: "historyByQueue" | "historyByUser"): number[] =>
    rows.connections.filter((row) => row[kind]).map(({ id }) => id);
  return {
    users: new Map(rows.users.map((user) => [user.id, user])),
    queues: new Map(rows.queues.map((queue) => [queue.id, queue])),
    connections: new Map(rows.connections.map((connection) => [connection.id, connection])),
    settings: toSettings(rows.settings),
    settingRows: new Map(rows.settings.map((row) => [row.key, row])),
    universe: { queueIds: rows.queues.map(({ id }) => id), userIds: rows.users.map(({ id }) => id) },
    usersByProfile: { user: idsOf("user"), gerente: idsOf("gerente"), admin: idsOf("admin") },
    histories: { byQueue: restricted("historyByQueue"), byUser: restricted("historyByUser") },
  };
}

/** Whether a person may know of a user: nobody but user 1 knows of user 1. */
export function isVisibleUser(user: DirectoryUserRow, actor: Actor): boolean {
  return !user.deleted && (!isSuper(user) || isSuper(actor));
}

/** The name of who did something, a deleted account's, too; null for a person who may not know of them. */
export function nameOfDoer({ users }: Pick<DirectorySnapshot, "users">, userId: number, actor: Actor): string | null {
  const user = users.get(userId);
  return user && (!isSuper(user) || isSuper(actor)) ? user.name : null;
}
