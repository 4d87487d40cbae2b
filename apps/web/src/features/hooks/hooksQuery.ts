import type { HookView } from "@balcao/contracts/hooks";
import { queryOptions } from "@tanstack/react-query";
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
