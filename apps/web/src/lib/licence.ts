import type { PublicConfig } from "@balcao/contracts/config";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useConfig } from "./config";
import { readStored, writeStored } from "./storage";

type Licence = NonNullable<PublicConfig["licence"]>;

const STORAGE_KEY = "balcao-licence";
const TIMEOUT_MS = 10_000;
const AGAIN_MS = 60 * 60_000;
const TRIES = 3;

/**
 * Whether the licence check blocks: HTTP 200 releases, any other answer blocks. Without an answer
 * to three tries the last result stays, at first released.
 */
async function isBlocked(licence: Licence): Promise<boolean> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      const response = await fetch(`${licence.url.replace(/\/$/, "")}/clients/find/${encodeURIComponent(licence.companyId)}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        credentials: "omit",
      });
      const blocked = response.status !== 200;
      writeStored(STORAGE_KEY, blocked ? "blocked" : null);
      return blocked;
    } catch {
      // No answer: try again, and finally keep the last result.
    }
  }
  return readStored(STORAGE_KEY) === "blocked";
}

const licenceQuery = (licence: Licence | null | undefined) =>
  queryOptions({
    queryKey: ["licence", licence?.url, licence?.companyId],
    queryFn: () => (licence ? isBlocked(licence) : Promise.resolve(false)),
    enabled: licence !== undefined && licence !== null,
    refetchInterval: AGAIN_MS,
    staleTime: AGAIN_MS,
    gcTime: Infinity,
  });

/**
 * Whether the vendor's check blocks this installation; repeated at every start and every
 * 60 minutes.
 */
export function useLicence() {
  const licence = useConfig()?.licence;
  const { data, refetch, isFetching } = useQuery(licenceQuery(licence));
  return {
    blocked: licence ? (data ?? readStored(STORAGE_KEY) === "blocked") : false,
    licence: licence ?? null,
    checking: isFetching,
    checkAgain: () => void refetch(),
  };
}
