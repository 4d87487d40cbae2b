import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { loadConfig } from "../config";
import { openEmail } from "./envelope";

/**
 * The e-mail of the signed-in person, opened when something shows it, so that no first load brings
 * the ciphers.
 */
export const ownEmailQuery = (sealed: string) =>
  queryOptions({
    queryKey: ["ownEmail", sealed],
    queryFn: async () => openEmail(sealed, (await loadConfig()).transportSecret),
    staleTime: Infinity,
    // A changed one is under the old key until the session is renewed, also while nothing shows it.
    gcTime: Infinity,
    // A renewed session seals it anew.
    placeholderData: keepPreviousData,
  });
