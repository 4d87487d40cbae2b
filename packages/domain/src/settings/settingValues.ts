import { isSettingKey, SETTING_KEYS, SETTINGS, type SettingKey, type SettingRow } from "./settingRegistry.js";

const ON: readonly unknown[] = ["enabled", "true", true, 1, "1"];
const OFF: readonly unknown[] = ["disabled", "false", false, 0, "0"];
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const LONGEST_ADDRESS = 2048;

type ValueOf<R extends SettingRow> = R extends { kind: "toggle" }
  ? boolean
  : R extends { kind: "interval"; off: true }
    ? number | null
    : R extends { kind: "interval" }
      ? number
      : R extends { kind: "choice"; choices: readonly (infer Word)[] }
        ? Word
        : string;

/** The company's settings with real types: toggles as booleans, intervals as numbers in their unit (null = off). */
export type Settings = { readonly [K in SettingKey]: ValueOf<(typeof SETTINGS)[K]> };

/** What the permission rules read. */
export type AccessSettings = Pick<
  Settings,
  | "hierarchy"
  | "userShowAll"
  | "onlyAdminSeeEmptyQueue"
  | "groupPerUser"
  | "userClosedQueues"
  | "notificateAllTickets"
  | "notifyGroupToAllUsers"
>;

/** What the calendars read. */
export type CalendarSettings = Pick<
  Settings,
  | "timeZone"
  | "horarioAbertura"
  | "horarioFechamento"
  | "horarioAlmoco"
  | "horarioFimAlmoco"
  | "weekdays"
  | "saturday"
  | "sunday"
  | "holidays"
>;

/** A value as it is stored, or why it is refused; a wrong time has its documented sentence (SET-029 to SET-032). */
export type ParsedSetting =
  | { readonly ok: true; readonly key: SettingKey; readonly value: string }
  | { readonly ok: false; readonly code: "ERR_NO_SETTING_FOUND" | "ERR_VALIDATION"; readonly sentence: string | null };

/** Checks a value from the wire against its row and answers the text to store. An unknown key is ERR_NO_SETTING_FOUND (D-221). */
export function parseSetting(key: string, value: unknown): ParsedSetting {
  if (!isSettingKey(key)) return { ok: false, code: "ERR_NO_SETTING_FOUND", sentence: null };
  const row: SettingRow = SETTINGS[key];
  const stored = toStored(row, value);
  if (stored !== null) return { ok: true, key, value: stored };
  return { ok: false, code: "ERR_VALIDATION", sentence: row.kind === "time" ? row.sentence : null };
}

/** Reads stored rows; a missing, unknown or spoiled one counts as its default, so a bad row never stops the house. */
export function toSettings(rows: Iterable<{ readonly key: string; readonly value: string }>): Settings {
  const stored = new Map<string, string>();
  for (const row of rows) stored.set(row.key, row.value);
  const entries = SETTING_KEYS.map((key) => {
    const row: SettingRow = SETTINGS[key];
    return [key, toTyped(row, toStored(row, stored.get(key)) ?? row.default)] as const;
  });
  // Each entry was made by the row of its key, which is what the type derives from.
  return Object.fromEntries(entries) as unknown as Settings;
}

/** The seeded settings (D-222). */
export const DEFAULT_SETTINGS: Settings = toSettings([]);

function toStored(row: SettingRow, value: unknown): string | null {
  switch (row.kind) {
    case "toggle":
      if (ON.includes(value)) return "enabled";
      return OFF.includes(value) ? "disabled" : null;
    case "interval":
      if (row.off && (value === "" || value === null)) return "";
      return row.choices.some((choice) => String(choice) === String(value)) ? String(value) : null;
    case "choice":
      return typeof value === "string" && row.choices.includes(value) ? value : null;
    case "time":
      return typeof value === "string" && TIME.test(value) ? value : null;
    case "url":
      return typeof value === "string" && (value === "" || isHttps(value)) ? value : null;
    case "zone":
      return typeof value === "string" && isZone(value) ? value : null;
  }
}

function toTyped(row: SettingRow, stored: string): boolean | number | string | null {
  if (row.kind === "toggle") return stored === "enabled";
  if (row.kind === "interval") return stored === "" ? null : Number(stored);
  return stored;
}

function isHttps(value: string): boolean {
  return value.length <= LONGEST_ADDRESS && URL.canParse(value) && new URL(value).protocol === "https:";
}

function isZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return value.includes("/") || value === "UTC";
  } catch {
    return false;
  }
}
