import type { Profile } from "../access/index.js";

/** What a value of a claim gives: a profile, or a queue by its name. */
export interface ClaimRule {
  readonly claim: string;
  readonly value: string;
  readonly profile?: Profile;
  readonly queue?: string;
}

/** Null: no rule is about it, so that it stays as the company has it here. */
export interface RightsByClaims {
  readonly profile: Profile | null;
  readonly queueIds: readonly number[] | null;
}

/** The highest first. */
const ORDER: readonly Profile[] = ["admin", "gerente", "user"];

/**
 * The profile and queues that the provider's claims give (D-661). Where a rule is about profiles, who fulfils none is a user; where one is
 * about queues, who fulfils none has none. A queue that does not exist is left out.
 */
export function rightsByClaims(
  claims: Readonly<Record<string, unknown>>,
  rules: readonly ClaimRule[],
  queues: readonly { readonly id: number; readonly name: string }[],
): RightsByClaims {
  const kept = rules.filter(({ claim, value }) => valuesOf(claims, claim).includes(value));
  const names = new Set(kept.flatMap(({ queue }) => queue ?? []));
  return {
    profile: rules.some(({ profile }) => profile) ? (ORDER.find((each) => kept.some(({ profile }) => profile === each)) ?? "user") : null,
    queueIds: rules.some(({ queue }) => queue !== undefined) ? queues.filter(({ name }) => names.has(name)).map(({ id }) => id) : null,
  };
}

/** A claim by its name, which may have dots, else by the path that its dots say ("realm_access.roles"). */
function valuesOf(claims: Readonly<Record<string, unknown>>, claim: string): readonly string[] {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : claim.split(".").reduce<unknown>(step, claims);
  return (Array.isArray(found) ? found : [found]).flatMap((each: unknown) => (isWord(each) ? String(each) : []));
}

const isWord = (value: unknown): value is string | number | boolean => ["string", "number", "boolean"].includes(typeof value);

function step(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Who may sign in by password: everybody, administrators, or those with these e-mails. */
export type PasswordSignIn = "everyone" | "administrators" | readonly string[];

interface Account {
  readonly email: string;
  readonly profile: Profile;
  readonly active: boolean;
  readonly deleted: boolean;
}

/**
 * Whether a person may sign in by password (D-662). Where no active administrator is among the named people, every administrator may: the
 * provider may be away, and somebody must come in.
 */
export function maySignInByPassword(person: Account, rule: PasswordSignIn, people: Iterable<Account>): boolean {
  if (rule === "everyone") return true;
  const isAdministrator = ({ profile, active, deleted }: Account): boolean => profile === "admin" && active && !deleted;
  if (rule === "administrators") return isAdministrator(person);
  const isNamed = ({ email }: Account): boolean => rule.includes(email);
  return isNamed(person) || (isAdministrator(person) && ![...people].some((each) => isNamed(each) && isAdministrator(each)));
}

/** A path of this app, to which a sign-in may lead; null for anything that a browser could take for another place. */
export function toReturnPath(text: string | undefined): string | null {
  return text !== undefined && text.length <= 500 && /^\/(?![/\\])[^\s\\\p{C}]*$/u.test(text) ? text : null;
}

/** Whether a provider's subject can name an account: one that is empty would be many people's, and no database keeps some characters. */
export const isSubject = (subject: string): boolean => /^\P{C}{1,255}$/u.test(subject);
