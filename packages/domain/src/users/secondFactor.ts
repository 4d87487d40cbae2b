import type { Profile } from "../access/index.js";
import type { Settings } from "../settings/index.js";

const DAY_MS = 86_400_000;

const WHO: Readonly<Record<Settings["secondFactorFor"], readonly Profile[]>> = {
  nobody: [],
  administrators: ["admin"],
  managers: ["gerente", "admin"],
  everyone: ["user", "gerente", "admin"],
};

interface RequiredOf {
  readonly profile: Profile;
  readonly createdAt: Date;
  readonly hasSecondFactor: boolean;
}

/** What the company demands, and since when; null where it never changed the default. */
interface Demand extends Pick<Settings, "secondFactorFor" | "secondFactorGrace"> {
  readonly since: Date | null;
}

/** Whether the company demands a second factor of people with this profile. */
export const demandsSecondFactor = (profile: Profile, { secondFactorFor }: Pick<Settings, "secondFactorFor">): boolean =>
  WHO[secondFactorFor].includes(profile);

/**
 * From when on a person can do nothing before a second factor is set up: some days after the company demanded it or the account was made,
 * whichever came later. Null for people who have one, and where none is demanded (D-521).
 */
export function secondFactorDue({ profile, createdAt, hasSecondFactor }: RequiredOf, demand: Demand): Date | null {
  if (hasSecondFactor || !demandsSecondFactor(profile, demand)) return null;
  const from = Math.max(createdAt.getTime(), demand.since?.getTime() ?? 0);
  return new Date(from + demand.secondFactorGrace * DAY_MS);
}

/** A code of an app (six digits) or one for recovery, as people type or paste them; null for anything else. */
export function readCode(text: string): { readonly kind: "app" | "recovery"; readonly code: string } | null {
  const code = text.replace(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  return /^[a-z2-7]{16}$/.test(code) ? { kind: "recovery", code } : null;
}
