import type { HookView } from "@balcao/contracts/hooks";
import type { DeliveryState } from "@balcao/domain/hooks";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api";
import { queryClient } from "../../lib/queryClient";

export const hooksQuery = queryOptions({
  queryKey: ["hooks"],
  queryFn: ({ signal }) => call("hooks", "list", {}, { signal }),
  staleTime: 0,
  refetchInterval: 10_000,
});

/** Reads the list again. */
export const readHooks = () => queryClient.invalidateQueries({ queryKey: hooksQuery.queryKey });

/** Puts a changed webhook into the list at once. */
export const showHook = (hook: HookView): void => {
  queryClient.setQueryData(hooksQuery.queryKey, (hooks) => hooks?.map((each) => (each.id === hook.id ? hook : each)));
};

export type ShownState = Extract<DeliveryState, "dead" | "waiting"> | "all";

/** The log of a webhook, the newest first, page by page. */
export const hookLogQuery = (hookId: number, state: ShownState) =>
  infiniteQueryOptions({
    queryKey: ["hookLog", hookId, state],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(state !== "all" && { state }), ...(pageParam > 0 && { before: pageParam }) };
      return call("hooks", "deliveries", { params: { hookId }, query }, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ deliveries, hasMore }) => (hasMore ? deliveries.at(-1)?.id : undefined),
    staleTime: 0,
    refetchInterval: 5_000,
  });

export const hookDeliveryQuery = (hookId: number, deliveryId: number) =>
  queryOptions({
    queryKey: ["hookDelivery", hookId, deliveryId],
    queryFn: ({ signal }) => call("hooks", "delivery", { params: { hookId, deliveryId } }, { signal }),
    staleTime: 0,
  });

export const readLog = (hookId: number) => queryClient.invalidateQueries({ queryKey: ["hookLog", hookId] });
