import type { PublicConfig } from "@balcao/contracts/config";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { COMPANY_LANGUAGE_KEY } from "../i18n/languages";
import { NoAnswerError } from "./api/apiError";
import { queryClient } from "./queryClient";
import { writeStored } from "./storage";
import { setCompanyZone } from "./time";

/** The version label that the specification gives. */
export const VERSION_LABEL = "v7.1.1";

/** The name of the product until the installation's own name is loaded. */
const DEFAULT_APP_NAME = "Balcão";

const configQuery = queryOptions({
  queryKey: ["config"],
  staleTime: Infinity,
  gcTime: Infinity,
  queryFn: async (): Promise<PublicConfig> => {
    const response = await fetch("/config.json").catch((cause: unknown) => {
      throw new NoAnswerError("No configuration", { cause });
    });
    if (!response.ok) throw new NoAnswerError("No configuration");
    const config = (await response.json()) as PublicConfig;
    setCompanyZone(config.timeZone);
    writeStored(COMPANY_LANGUAGE_KEY, config.language);
    return config;
  },
});

/** Loads the public configuration, before anybody signs in; rejects with NoAnswerError. */
export function loadConfig(): Promise<PublicConfig> {
  return queryClient.query({ ...configQuery, staleTime: "static" });
}

/** The installation's configuration; undefined until it is loaded. */
export function useConfig(): PublicConfig | undefined {
  return useQuery(configQuery).data;
}

/** Reads the configuration again after a setting that it shows was changed. */
export function reloadConfig(): void {
  void queryClient.invalidateQueries({ queryKey: configQuery.queryKey });
}

/** The configured name of the app (SHELL-039). */
export function useAppName(): string {
  return useConfig()?.appName ?? DEFAULT_APP_NAME;
}
