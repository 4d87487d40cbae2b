/** One stand-in that a person drives from a terminal. */
export interface StandIn {
  /** What Balcão is to be started with, to speak to it. */
  readonly variables: Readonly<Record<string, string>>;
  /** What else must be known: what to enter in a form, which numbers there are. */
  readonly facts: readonly string[];
  readonly commands: readonly Command[];
  close(): Promise<void>;
}

/** Something that the person may type. */
export interface Command {
  /** Name, then its arguments: `say NUMBER TEXT…`. */
  readonly usage: string;
  readonly does: string;
  /** Answers what is to be said of it; throws an Error with a sentence when it cannot be. */
  run(words: readonly string[]): Promise<string> | string;
}

/** Tells lines as they come: what Balcão sent, mostly. */
export type Say = (line: string) => void;

/** Does something that says nothing itself. */
export function after(act: () => void, said: string): string {
  act();
  return said;
}

/** A number in digits, as networks write it; throws for what is none. */
export function toDigits(word: string | undefined): string {
  const digits = (word ?? "").replace(/\D/g, "");
  if (digits.length < 8 || digits.length > 15) throw new Error("A number has country code, area code and digits, such as 5511999990000.");
  return digits;
}

/** Looks now and then at a list that grows, and tells its new entries. Answers what stops it. */
export function tellNew<Entry>(list: () => readonly Entry[], tell: (entry: Entry) => void): () => void {
  let told = list().length;
  const timer = setInterval(() => {
    const all = list();
    for (const entry of all.slice(told)) tell(entry);
    told = all.length;
  }, 200);
  return () => clearInterval(timer);
}
