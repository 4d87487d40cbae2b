import { isWhole, type Connection } from "./connections";

/** A linked number that is away. */
export interface Drop {
  /** Names this drop and no other of the same number. */
  readonly key: string;
  readonly name: string;
  readonly since: string;
}

/** The numbers that are away, the longest first; only administrators are told of them (P-10). */
export function toDrops(list: readonly Connection[]): Drop[] {
  return list
    .flatMap((connection) =>
      isWhole(connection) && connection.downSince !== null
        ? [{ key: `${connection.id}:${connection.downSince}`, name: connection.name, since: connection.downSince }]
        : [],
    )
    .sort((a, b) => a.since.localeCompare(b.since));
}
