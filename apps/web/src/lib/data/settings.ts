import { CONTACT_IMPORT_KEY, type AiSettingKey, type SettingView } from "@balcao/contracts/settings";
import { DEFAULT_SETTINGS, toSettings, type SettingKey, type Settings } from "@balcao/domain/settings";
import { queryOptions, useMutation, useQuery, type QueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../api";
import { queryClient } from "../queryClient";

/** The company's settings as this person may read them. */
export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => call("settings", "list", {}, { signal }),
  staleTime: 5 * 60_000,
  meta: { live: true },
});

const typed = new WeakMap<readonly SettingView[], Settings>();

/** Converts the loaded settings once for all components, dozens of which read them on a screen. */
function toSharedSettings(rows: readonly SettingView[]): Settings {
  const known = typed.get(rows) ?? toSettings(rows);
  typed.set(rows, known);
  return known;
}

/** The settings with real types; the defaults until they are loaded. */
export function useSettings(): Settings {
  return useQuery({ ...settingsQuery, select: toSharedSettings }).data ?? DEFAULT_SETTINGS;
}

/** What the server's AI offers. */
interface AiOffers {
  readonly summaries: boolean;
  readonly transcriptions: boolean;
}

function toAiOffers(rows: readonly SettingView[]): AiOffers {
  const isOn = (name: AiSettingKey): boolean => rows.some(({ key, value }) => key === name && value === "enabled");
  return { summaries: isOn("aiEnabled"), transcriptions: isOn("aiTranscription") };
}

/** Nothing is offered until the settings are loaded. */
export function useAiOffers(): AiOffers {
  return useQuery({ ...settingsQuery, select: toAiOffers }).data ?? { summaries: false, transcriptions: false };
}

const mayImport = (rows: readonly SettingView[]): boolean =>
  !rows.some(({ key, value }) => key === CONTACT_IMPORT_KEY && value === "disabled");

/** Whether the super administrator lets this person import contacts. */
export function useMayImportContacts(): boolean {
  return useQuery({ ...settingsQuery, select: mayImport }).data ?? true;
}

/** The settings outside of components; null until they are loaded. */
export function readSettings(client: QueryClient): Settings | null {
  const rows = client.getQueryData(settingsQuery.queryKey);
  return rows ? toSettings(rows) : null;
}

/** The loaded settings, which are read where no page has read them. */
export const loadSettings = async (client: QueryClient): Promise<Settings> =>
  toSettings(await client.query({ ...settingsQuery, staleTime: "static" }));

function putSetting(client: QueryClient, setting: SettingView): void {
  client.setQueryData(settingsQuery.queryKey, (rows) => rows?.map((row) => (row.key === setting.key ? setting : row)));
}

export interface SettingChange {
  readonly key: SettingKey;
  readonly value: string;
  /** The value that the person has seen; another one that is stored meanwhile is not overwritten. */
  readonly expected: string;
  /** The remark for the audit. */
  readonly remark: string;
}

/** Whether somebody else has changed the setting meanwhile. */
export const isConflict = (error: Error): boolean => error instanceof ApiError && error.code === "ERR_SETTING_CHANGED";

/**
 * Changes one setting: shown at once, and taken back when the api refuses it. Changes are sent one after the other; after
 * one of somebody else the settings are read again.
 */
export function useChangeSetting(onRefused: (error: Error) => void) {
  const client = queryClient;
  return useMutation({
    scope: { id: "settings" },
    mutationFn: ({ key, value, expected, remark }: SettingChange) =>
      call("settings", "change", { params: { key }, body: { value, expected, log: { descricao: remark, origem: "Configurações" } } }),
    onMutate: async ({ key, value }) => {
      await client.cancelQueries({ queryKey: settingsQuery.queryKey });
      const before = client.getQueryData(settingsQuery.queryKey)?.find((row) => row.key === key);
      putSetting(client, { ...before, key, value });
      return before;
    },
    onSuccess: (setting) => putSetting(client, setting),
    onError: (error, _change, before) => {
      if (before) putSetting(client, before);
      if (isConflict(error)) void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      onRefused(error);
    },
  });
}
