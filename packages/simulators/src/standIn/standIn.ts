/** One stand-in that a person drives from a terminal. */
export interface StandIn {
  /** The environment variables with which Balcão connects to it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Further facts: values for a form, existing numbers. */
  readonly facts: readonly string[];
  readonly commands: readonly Command[];
  close(): Promise<void>;
}

/** A command that the person may type. */
export interface Command {
  /** Its name and arguments: `say NUMBER TEXT…`. */
  readonly usage: string;
  readonly does: string;
  /** Returns the text to print; throws an Error with a sentence when the command is impossible. */
  run(args: readonly string[]): Promise<string> | string;
}

/** Prints texts at any time, mostly messages of Balcão. */
export type Print = (text: string) => void;

/** Runs an action without a result and returns `output`. */
export function after(action: () => void, output: string): string {
  action();
  return output;
}

/** A number in digits, as networks write it; throws when it is no number. */
export function toDigits(text: string | undefined): string {
  const digits = (text ?? "").replace(/\D/g, "");
  if (digits.length < 8 || digits.length > 15) throw new Error("A number has country code, area code and digits, such as 5511999990000.");
  return digits;
}

/**
 * Polls a growing list and calls `onNew` with its new entries. Returns a function that stops it.
 */
export function watchNew<Entry>(list: () => readonly Entry[], onNew: (entry: Entry) => void): () => void {
  let seen = list().length;
  const timer = setInterval(() => {
    const all = list();
    for (const entry of all.slice(seen)) onNew(entry);
    seen = all.length;
  }, 200);
  return () => clearInterval(timer);
}
