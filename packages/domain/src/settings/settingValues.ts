import { readUrl } from "../webAddress/index.js";
import { isSettingKey, SETTING_KEYS, SETTINGS, type SettingKey, type SettingRow } from "./settingRegistry.js";

const ON: readonly unknown[] = ["enabled", "true", true, 1, "1"];
const OFF: readonly unknown[] = ["disabled", "false", false, 0, "0"];
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const PICTURE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
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

/**
 * The company's settings with real types: toggles as booleans, intervals as numbers in their unit
 * (null = off).
 */
export type Settings = { readonly [K in SettingKey]: ValueOf<(typeof SETTINGS)[K]> };

/** The settings that permission rules read. */
export type AccessSettings = Pick<
  Settings,
  | "hierarchy"
  | "userShowAll"
  | "onlyAdminSeeEmptyQueue"
  | "groupPerUser"
  | "userClosedQueues"
  | "notificateAllTickets"
  | "notifyGroupToAllUsers"
  | "sendPermission"
  | "maintainPermission"
>;

/** The settings that calendars read. */
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
  | "openingHours"
>;

/**
 * A value in its stored form, or why it is refused; an invalid time has its documented sentence
 * (SET-029 to SET-032).
 */
export type ParsedSetting =
  | { readonly ok: true; readonly key: SettingKey; readonly value: string }
  | { readonly ok: false; readonly code: "ERR_NO_SETTING_FOUND" | "ERR_VALIDATION"; readonly sentence: string | null };

/**
 * Checks a value from the wire against the registry and returns the text to store. An unknown key
 * is ERR_NO_SETTING_FOUND (D-221).
 */
export function parseSetting(key: string, value: unknown): ParsedSetting {
  if (!isSettingKey(key)) return { ok: false, code: "ERR_NO_SETTING_FOUND", sentence: null };
  const row: SettingRow = SETTINGS[key];
  const stored = toStored(row, value);
  if (stored !== null) return { ok: true, key, value: stored };
  return { ok: false, code: "ERR_VALIDATION", sentence: row.kind === "time" ? row.sentence : null };
}

/**
 * Reads stored rows. A missing, unknown or invalid one counts as its default, so that a bad row
 * never stops Balcão.
 */
export function toSettings(rows: Iterable<{ readonly key: string; readonly value: string }>): Settings {
  const stored = new Map<string, string>();
  for (const row of rows) stored.set(row.key, row.value);
  const entries = SETTING_KEYS.map((key) => {
    const row: SettingRow = SETTINGS[key];
    return [key, toTyped(row, toStored(row, stored.get(key)) ?? row.default)] as const;
  });
  // Each value was converted by the registry entry of its key, and the type is derived from that
  // entry.
  return Object.fromEntries(entries) as unknown as Settings;
}

/** The seeded settings (D-222). */
export const DEFAULT_SETTINGS: Settings = toSettings([]);

function toStored(row: SettingRow, value: unknown): string | null {
  if (row.kind === "toggle") return toToggle(value);
  if (row.kind === "interval") return toInterval(row, value);
  return typeof value === "string" && isAllowed(row, value) ? value : null;
}

function toToggle(value: unknown): string | null {
  if (ON.includes(value)) return "enabled";
  return OFF.includes(value) ? "disabled" : null;
}

function toInterval(row: Extract<SettingRow, { kind: "interval" }>, value: unknown): string | null {
  if (row.off && (value === "" || value === null)) return "";
  return row.choices.some((choice) => String(choice) === String(value)) ? String(value) : null;
}

function isAllowed(row: Exclude<SettingRow, { kind: "toggle" | "interval" }>, value: string): boolean {
  switch (row.kind) {
    case "choice":
      return row.choices.includes(value);
    case "time":
      return TIME.test(value);
    case "url":
      return value === "" || isHttps(value);
    case "text":
      return isAllowedText(row, value);
    case "picture":
      return value === "" || PICTURE_ID.test(value);
    case "zone":
      return isZone(value);
    case "country":
      return /^[A-Z]{2}$/.test(value);
  }
}

const isAllowedText = ({ longest, form }: Extract<SettingRow, { kind: "text" }>, value: string): boolean =>
  value.length <= longest && (value === "" || form === undefined || form.test(value));

function toTyped(row: SettingRow, stored: string): boolean | number | string | null {
  if (row.kind === "toggle") return stored === "enabled";
  if (row.kind === "interval") return stored === "" ? null : Number(stored);
  return stored;
}

function isHttps(value: string): boolean {
  return value.length <= LONGEST_ADDRESS && readUrl(value)?.protocol === "https:";
}

function isZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return value.includes("/") || value === "UTC";
  } catch {
    return false;
  }
}
