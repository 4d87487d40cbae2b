import { isWhole, type Connection } from "./connections";

/** A linked number that is away. */
export interface Drop {
  /** Names this drop and no other of the same number. */
  readonly key: string;
  readonly connectionId: number;
  readonly name: string;
  readonly since: string;
}

/** The numbers that are away, the longest first; only administrators are told of them (P-10). */
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
            },
          ]
        : [],
    )
    .sort((a, b) => a.since.localeCompare(b.since));
}

/** How long after a person disconnects a number its drop is no news to them, in milliseconds. */
const EXPECTED_MS = 60_000;
const expected = new Map<number, number>();

/** This person is disconnecting the number on purpose. */
export function expectDrop(connectionId: number): void {
  expected.set(connectionId, Date.now() + EXPECTED_MS);
}

/** Whether this person took the number off the line a moment ago. */
export const isExpected = ({ connectionId }: Drop): boolean => (expected.get(connectionId) ?? 0) > Date.now();
