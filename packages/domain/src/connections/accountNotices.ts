/** What a network says of an account or its number; the browser has a sentence for each. */
export type AccountSubject =
  | "ban"
  | "restriction"
  | "violation"
  | "lock"
  | "account"
  | "review"
  | "alert"
  | "quality"
  | "limit"
  | "name"
  | "security"
  | "template"
  | "history";

/** One thing that a network says of an account, until it takes it back (D-310). */
export interface AccountNotice {
  readonly subject: AccountSubject;
  /** Which of several of the subject: the kind of restriction, the template; empty where there is one. */
  readonly object: string;
  /** The network's own word for it, as `SCHEDULE_FOR_DISABLE`. */
  readonly type: string;
  /** What the network says besides, in its words; empty for nothing. */
  readonly detail: string;
  /** Until when it holds by itself; null for until the network takes it back. */
  readonly until: Date | null;
}

const STOPS: ReadonlySet<AccountSubject> = new Set(["ban", "lock", "account", "restriction"]);
const FACTS: ReadonlySet<AccountSubject> = new Set(["limit", "history"]);

/** How bad a notice is: `bad` where the number cannot send or soon will not, `fact` where it is nothing bad. */
export function levelOfNotice({ subject }: Pick<AccountNotice, "subject">): "bad" | "attention" | "fact" {
  if (STOPS.has(subject)) return "bad";
  return FACTS.has(subject) ? "fact" : "attention";
}
