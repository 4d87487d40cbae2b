import { isWhole, type Connection } from "./connections";

/** A linked connection that is down. */
export interface Drop {
  /** Identifies this drop among all drops of the connection. */
  readonly key: string;
  readonly connectionId: number;
  readonly name: string;
  readonly since: string;
  /** The connection that is down. */
  readonly connection: Connection;
}

/**
 * The connections that are down, the longest first; empty for people who are not administrators.
 */
export function toDrops(list: readonly Connection[]): Drop[] {
  return list
    .flatMap((connection) =>
      isWhole(connection) && connection.downSince !== null
        ? [
            {
              key: `${connection.id}:${connection.downSince}`,
              connectionId: connection.id,
              name: connection.name,
              since: connection.downSince,
              connection,
            },
          ]
        : [],
    )
    .sort((a, b) => a.since.localeCompare(b.since));
}

/**
 * How long after a person disconnects a connection its drop is not reported to them, in
 * milliseconds.
 */
const EXPECTED_MS = 60_000;
const expected = new Map<number, number>();

/** Records that this person is disconnecting the connection on purpose. */
export function expectDrop(connectionId: number): void {
  expected.set(connectionId, Date.now() + EXPECTED_MS);
}

/** Whether this person disconnected the connection a moment ago. */
export const isExpected = ({ connectionId }: Drop): boolean => (expected.get(connectionId) ?? 0) > Date.now();
