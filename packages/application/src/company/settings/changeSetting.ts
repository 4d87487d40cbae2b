import { isSuper } from "@balcao/domain/access";
import { parseClosingReasons, readClosingReasons, replaceClosingReasons, type ClosingReason } from "@balcao/domain/closing";
import { COUNTRIES } from "@balcao/domain/contacts";
import { isSettingKey, parseSetting, SETTINGS, type SettingKey } from "@balcao/domain/settings";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { SettingView } from "@balcao/contracts/settings";
import { disownFile } from "@balcao/database/files";
import { lockSetting, writeSetting } from "@balcao/database/settings";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { disownCountedDays, hoursInWords, recountClocks, toStoredHours } from "../hours/index.js";
import { isForSuperOnly, shownValue, toSettingView } from "./listSettings.js";

interface ChangeSettingInput {
  readonly key: string;
  readonly value: string;
  /** The value that the person has seen; undefined: whatever is stored is overwritten. */
  readonly expected: string | undefined;
  readonly note: AuditNote | null;
}

/** How much of a value the audit shows, in characters. */
const AUDITED = 120;

/**
 * Changes one setting [API-089]. Throws ERR_NO_SETTING_FOUND for an unknown key, ERR_NO_PERMISSION for a key of user 1, and
 * ERR_VALIDATION for a value that is not in its list, with the documented sentence for an invalid time [SET-028 to SET-032]; and
 * ERR_SETTING_CHANGED when another value than the expected one is stored, unless it is the wanted one.
 */
export async function changeSetting(
  services: Services,
  ctx: Ctx,
  { key, value, expected, note }: ChangeSettingInput,
): Promise<SettingView> {
  if (!isSettingKey(key)) throw new AppError("ERR_NO_SETTING_FOUND");
  if (isForSuperOnly(key) && !isSuper(ctx.actor)) throw new AppError("ERR_NO_PERMISSION");
  const parsed = parseSetting(key, value);
  if (!parsed.ok) throw invalidField("value", SETTINGS[key].kind, parsed.sentence ?? undefined);
  if (SETTINGS[key].kind === "country" && !COUNTRIES.some(({ iso }) => iso === parsed.value)) throw invalidField("value", "country");
  // A picture is set by its upload, which checks it; here it can only be taken away.
  const isPicture = SETTINGS[key].kind === "picture";
  if (isPicture && parsed.value !== "") throw invalidField("value", SETTINGS[key].kind);
  const reasons = reasonsOf(key, parsed.value);
  const typed = key === "openingHours" ? toStoredHours("value", parsed.value) : parsed.value;
  await command(services, ctx, async (unit) => {
    const before = (await lockSetting(unit, key)) ?? SETTINGS[key].default;
    const wanted = key === "closingReasons" ? replaceClosingReasons(before, reasons) : typed;
    if (before === wanted) return { audit: "unchanged", result: null };
    if (expected !== undefined && expected !== shownValue(key, before)) throw new AppError("ERR_SETTING_CHANGED");
    if (isPicture) await disownFile(unit, before);
    if (key === "openingHours") await disownCountedDays(unit, services, { before, after: wanted, queueId: null, now: ctx.now });
    const id = await writeSetting(unit, { key, value: wanted, userId: ctx.actor.id, now: ctx.now });
    await recountClocks(unit, services, { key, now: ctx.now });
    await unit.live("setting", { key });
    const description = `${key}: ${changeInWords(key, before, wanted)}`;
    return { audit: { action: "setting.change", related: { kind: "setting", id }, description, note }, result: null };
  });
  return toSettingView(key, services.directory.current(), ctx.actor);
}

/** The list that a change of the reasons writes; none for other settings. */
function reasonsOf(key: SettingKey, value: string): readonly ClosingReason[] {
  const reasons = key === "closingReasons" ? parseClosingReasons(value) : [];
  if (reasons === null) throw invalidField("value", "reasons");
  return reasons;
}

function changeInWords(key: SettingKey, before: string, after: string): string {
  if (key === "openingHours") return hoursInWords(before, after);
  const shown = (value: string) => (key === "closingReasons" ? reasonNames(value) : value).slice(0, AUDITED);
  return `${shown(before)} → ${shown(after)}`;
}

const reasonNames = (list: string): string =>
  readClosingReasons(list)
    .filter(({ gone }) => !gone)
    .map(({ name, active }) => (active ? name : `(${name})`))
    .join(", ");
