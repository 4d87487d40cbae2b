import { randomId } from "../randomId";
import { AlreadyCreatedError, ApiError, LostAnswerError, NoAnswerError } from "./apiError";
import { call } from "./call";

/** Creates something with the key of what the person wants; the same key never creates it twice. */
type Create<T> = (key: string) => Promise<T>;

/** Finds what these contents created, where it is not in the database and no key tells of it. */
type Find<T> = () => Promise<T | null>;

interface IntentionOptions {
  /**
   * True where each object has a key of its own, made of this one and its id: such calls are repeated with the same key whatever was
   * added or taken away.
   */
  readonly parts?: boolean;
  /** Called when a repeat found what the lost answer was about. */
  readonly onFound?: () => void;
  /** Says whether a key created something, and closes it otherwise. */
  readonly close?: (key: string) => Promise<boolean>;
}

/** What a person wants to be created: the form that was opened, however often its button is pressed. */
export interface Intention {
  /** Creates it once. `contents` is what is created, to recognize a change of it. Throws AlreadyCreatedError, LostAnswerError. */
  readonly run: <T>(create: Create<T>, contents?: unknown, find?: Find<T>) => Promise<T>;
}

const closeKey = async (key: string): Promise<boolean> => (await call("idempotency", "close", { params: { key } })).created;

/** A file is compared by what names it, because its bytes are no part of a form's values. */
const toPrint = (contents: unknown): string =>
  JSON.stringify(contents ?? null, (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );

const isLost = (error: unknown): boolean => error instanceof NoAnswerError || (error instanceof ApiError && error.status >= 500);
const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === "ERR_IDEMPOTENCY_CONFLICT";
/** An error of the api has a code; one of a proxy says nothing about what the api did. */
const isSilent = (error: unknown): boolean => error instanceof NoAnswerError || (error instanceof ApiError && error.code === null);

/**
 * One key for what a person wants, until it is there. After a lost answer the next attempt first asks what became of the first: what
 * was created is not created again, and changed contents do not go out beside the first ones unasked.
 */
export function createIntention({ parts = false, onFound, close = closeKey }: IntentionOptions = {}): Intention {
  let key = randomId();
  let lost: { readonly print: string; readonly isMade: () => Promise<boolean> } | null = null;
  const renew = (): void => {
    key = randomId();
    lost = null;
  };

  /** What the lost attempt made, where `find` finds it. */
  async function ask<T>(print: string, find: Find<T> | undefined): Promise<T | null> {
    if (!lost || parts) return null;
    const isSame = lost.print === print;
    if (isSame && find) {
      const found = await find();
      renew();
      return found;
    }
    const isMade = await lost.isMade();
    if (isMade && isSame) return null;
    renew();
    if (isMade) throw new AlreadyCreatedError();
    return null;
  }

  async function attempt<T>(create: Create<T>, print: string, find: Find<T> | undefined): Promise<T> {
    try {
      return await create(key);
    } catch (error) {
      if (isConflict(error)) {
        renew();
        throw new AlreadyCreatedError();
      }
      if (!isLost(error)) throw error;
      lost ??= { print, isMade: find ? async () => (await find()) !== null : () => close(key) };
      throw isSilent(error) ? new LostAnswerError("The answer was lost", { cause: error }) : error;
    }
  }

  return {
    run: async (create, contents, find) => {
      const print = toPrint(contents);
      const found = await ask(print, find);
      const isRepeat = found !== null || lost !== null;
      const made = found ?? (await attempt(create, print, find));
      renew();
      if (isRepeat) onFound?.();
      return made;
    },
  };
}
