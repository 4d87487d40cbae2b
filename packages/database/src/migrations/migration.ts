/**
 * One transaction of `sql`, which records it; or `steps`, statements that run outside of one, for indexes of big tables
 * that are built CONCURRENTLY. `each` is a query whose rows are such statements, one per partition. Steps must be repeatable, because an
 * interrupted migration runs again.
 */
export type Migration = {
  readonly name: string;
  /** What it takes away that no process of the release before uses any more, as `expandOnly.test.ts` names it. */
  readonly contracts?: readonly string[];
} & ({ readonly sql: string } | { readonly steps: readonly Step[] });
export type Step = string | { readonly each: string };
