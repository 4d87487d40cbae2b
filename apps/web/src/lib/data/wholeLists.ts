import type { AnyRoute, Answer } from "@balcao/contracts/route";
import type { FeatureName, Routes } from "@balcao/contracts/routes";
import { applyRow } from "@balcao/contracts/live";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

type RowOf<F extends FeatureName> = Routes[F] extends { readonly list: infer R extends AnyRoute }
  ? Answer<R> extends readonly (infer Row extends { readonly id: number })[]
    ? Row
    : never
  : never;

/** The features whose call `list` answers everything at once. */
type WholeListName = { [F in FeatureName]: [RowOf<F>] extends [never] ? never : F }[FeatureName];

/** Everything that a feature's call `list` answers; kept fresh by events. */
export const wholeList = <F extends WholeListName>(feature: F) =>
  queryOptions({
    queryKey: [feature],
    // The compiler cannot follow a call whose feature is a parameter.
    queryFn: ({ signal }) => call<WholeListName, "list">(feature, "list", {}, { signal }) as unknown as Promise<readonly RowOf<F>[]>,
    staleTime: Infinity,
    meta: { live: true },
  });

/** The loaded list of a feature after an event about one of its rows: `row` is null when it is gone. */
export function updateRow<F extends WholeListName>(
  client: QueryClient,
  feature: F,
  { id, row }: { readonly id: number; readonly row: RowOf<F> | null },
  compare: (one: RowOf<F>, other: RowOf<F>) => number,
): void {
  const { queryKey } = wholeList(feature);
  client.setQueryData<readonly RowOf<F>[]>(queryKey, (list) => list && applyRow(list, id, row, compare));
}
