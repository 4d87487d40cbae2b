import type { KeyRange } from "@balcao/domain/access";
import { isWorkingTime } from "@balcao/domain/calendar";
import { countDue, readLongestWaits, readOpenCells, readSignsOfLife, type DueCell, type OpenCell } from "@balcao/database/dashboard";
import type { DirectoryUserRow } from "@balcao/database/directory";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { shareReads } from "./shareReads.js";

/** What is due within this time is due soon. */
const SOON_MS = 15 * 60_000;
/** Signs of life may be this old: they cost more than the rest, and change with every answer. */
const SIGNS_MS = 10_000;
/** Whether it is within a person's hours is asked so often. */
const HOURS_MS = 15_000;

type Bucket = "open" | "pending";
interface Keys {
  readonly bucket: Bucket;
  readonly queueKey: number;
  readonly userKey: number;
}

/** Rows by queue and then by person, 0 for none: what a range of a list names is found without asking a rule about every row. */
type ByKeys<T> = ReadonlyMap<number, ReadonlyMap<number, T>>;

/** Visits the rows in some ranges of a list. */
export function eachIn<T>(ranges: readonly KeyRange[], rows: ByKeys<T>, visit: (queueKey: number, userKey: number, row: T) => void): void {
  for (const { queueKeys, userKeys } of ranges)
    for (const queueKey of queueKeys ?? rows.keys()) {
      const ofQueue = rows.get(queueKey);
      if (!ofQueue) continue;
      for (const userKey of userKeys ?? ofQueue.keys()) {
        const row = ofQueue.get(userKey);
        if (row !== undefined) visit(queueKey, userKey, row);
      }
    }
}

function byKeys<R extends Keys>(rows: readonly R[], bucket: Bucket): ByKeys<R> {
  const found = new Map<number, Map<number, R>>();
  for (const row of rows) {
    if (row.bucket !== bucket) continue;
    const ofQueue = found.get(row.queueKey) ?? new Map<number, R>();
    found.set(row.queueKey, ofQueue.set(row.userKey, row));
  }
  return found;
}

type InBoth<R> = Readonly<Record<Bucket, ByKeys<R>>>;
const inBoth = <R extends Keys>(rows: readonly R[]): InBoth<R> => ({ open: byKeys(rows, "open"), pending: byKeys(rows, "pending") });

/** Counts, waits and targets of this moment. */
export interface NowFacts {
  readonly counts: InBoth<OpenCell>;
  readonly due: InBoth<DueCell>;
  readonly waits: ByKeys<{ readonly since: string }>;
  /** How many open and pending tickets each person has. */
  readonly loads: ReadonlyMap<number, number>;
}

async function readNow(services: Services): Promise<NowFacts> {
  const { sql } = services.database;
  const now = services.clock.now();
  const [cells, waits, due] = await Promise.all([
    readOpenCells(sql),
    readLongestWaits(sql),
    countDue(sql, now, new Date(now.getTime() + SOON_MS)),
  ]);
  const loads = new Map<number, number>();
  for (const { userKey, n } of cells) loads.set(userKey, (loads.get(userKey) ?? 0) + n);
  const waiting = waits.map(({ since, ...keys }) => ({ ...keys, bucket: "pending" as const, since: since.toISOString() }));
  return { counts: inBoth(cells), due: inBoth(due), waits: byKeys(waiting, "pending"), loads };
}

const shareNow = shareReads<NowFacts>();

/** Reads counts, waits and targets; those who ask at the same time share one reading. */
export const readNowFacts = (services: Services): Promise<NowFacts> => shareNow(services, "", () => readNow(services));

/** The texts of a person's last answer and last connection; null for none. */
interface Signs {
  readonly lastAnswerAt: string | null;
  readonly lastSeenAt: string | null;
}
interface ReadSigns {
  readonly at: number;
  readonly byUser: ReadonlyMap<number, Signs>;
}
const shareSigns = shareReads<ReadSigns>();
const lastSigns = new WeakMap<Services, ReadSigns>();

/** Reads when people answered and were connected last, ten seconds old at most. */
export async function readSigns(services: Services): Promise<ReadSigns["byUser"]> {
  const known = lastSigns.get(services);
  if (known && services.clock.monotonic() - known.at < SIGNS_MS) return known.byUser;
  const signs = await shareSigns(services, "", async () => {
    const rows = await readSignsOfLife(services.database.sql);
    const toText = (at: Date | null): string | null => at?.toISOString() ?? null;
    const texts = rows.map((row) => [row.userId, { lastAnswerAt: toText(row.lastAnswerAt), lastSeenAt: toText(row.lastSeenAt) }] as const);
    return { at: services.clock.monotonic(), byUser: new Map(texts) };
  });
  lastSigns.set(services, signs);
  return signs.byUser;
}

interface Team {
  readonly at: number;
  readonly people: readonly { readonly user: DirectoryUserRow; readonly isWorking: boolean }[];
}
const teams = new WeakMap<DirectorySnapshot, Team>();

/** The active people, those who are offline last, by name, with whether it is within their hours. */
export function teamOf({ directory, clock }: Services): Team["people"] {
  const snapshot = directory.current();
  const known = teams.get(snapshot);
  if (known && clock.monotonic() - known.at < HOURS_MS) return known.people;
  const now = clock.now();
  const isOffline = ({ status }: DirectoryUserRow): number => Number(status === "offline");
  const people = [...snapshot.users.values()]
    .filter(({ active, deleted }) => active && !deleted)
    .sort((one, other) => isOffline(one) - isOffline(other) || one.name.localeCompare(other.name) || one.id - other.id)
    .map((user) => ({ user, isWorking: isWorkingTime(user, now, snapshot.settings.timeZone) }));
  teams.set(snapshot, { at: clock.monotonic(), people });
  return people;
}
