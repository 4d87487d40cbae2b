import type { NumberProblem } from "@balcao/domain/phones";

/**
 * A contact on the wire. `number` is null for a contact of whom only an opaque
 * address is available.
 */
export interface ContactView {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly email: string;
  readonly profilePicUrl: string | null;
  readonly isGroup: boolean;
  readonly respostaAutomatica: boolean;
  readonly tags: readonly { readonly id: number; readonly name: string; readonly color: string }[];
  readonly extraInfo: readonly { readonly id: number; readonly name: string; readonly value: string }[];
  /** Where new tickets go instead of the menu: the first usable queue, in it the first usable person. */
  readonly queue: readonly number[];
  readonly user: readonly number[];
  /** Who gets the tickets of a queue. */
  readonly redirect: readonly ContactRedirectView[];
  /** Added field: it gets no mass sends and schedules, since when and why; null when it does. */
  readonly optOut: OptOutView | null;
}

/** `word`: the contact wrote it; `person`: somebody of the team recorded it. */
interface OptOutView {
  readonly at: string;
  readonly reason: "word" | "person";
  readonly word: string;
}

interface ContactRedirectView {
  readonly queueId: number;
  readonly userId: number;
}

/**
 * The description and participants of a group. `id` is the participant's address;
 * `contactId` is set when the participant is a contact.
 */
export interface GroupView {
  readonly participants: readonly {
    readonly id: string;
    readonly name: string;
    readonly admin: boolean;
    readonly contactId: number | null;
  }[];
  readonly desc: string;
}

/** The short row of `all=true`. */
export interface ContactShortView {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly isGroup: boolean;
}

export interface ContactListView {
  readonly contacts: readonly (ContactView | ContactShortView)[];
  readonly hasMore: boolean;
  /** Added, in answers to a request with `cursor`: the next page's, or null at the end. */
  readonly cursor?: string | null;
  /** Added, beside `cursor`: how many there are; further ones than 1,000 are not counted. */
  readonly count?: number;
  readonly hasUncounted?: boolean;
}

export interface SheetRowProblem {
  /** The row's number in the file, from 1. */
  readonly line: number;
  readonly problem: "number" | "name" | "email" | "autoReply" | "tags" | "queue" | "user" | "repeated";
  /** Where the number is the problem: what is wrong with it. */
  readonly reason?: NumberProblem;
  /** The number as the file has it. */
  readonly number: string;
}

/** A number of a spreadsheet and what it was read as. */
interface SheetNumberView {
  readonly line: number;
  readonly written: string;
  readonly number: string;
}

/** Numbers of a spreadsheet of which something was concluded: how many, and the first of them. */
export interface SheetNumbersView {
  readonly count: number;
  readonly samples: readonly SheetNumberView[];
}

/** The answer of an import: what was done, or with `dryRun` would be done. */
export interface SheetImportView {
  readonly created: number;
  /** Redirects that were set or changed. */
  readonly changed: number;
  readonly skipped: number;
  /** The first of the rows with problems (added). */
  readonly problems: readonly SheetRowProblem[];
  readonly problemCount: number;
  /**
   * Added, where a spreadsheet is only checked: the numbers that got the company's country, whose calling code is `code`, and those
   * that are of another country.
   */
  readonly numbers?: { readonly code: string; readonly completed: SheetNumbersView; readonly abroad: SheetNumbersView };
  /** Added, where a spreadsheet is only checked: how its columns were understood. */
  readonly columns?: SheetColumnsView;
}

/** The columns of a spreadsheet, from left to right. */
export interface SheetColumnsView {
  readonly header: readonly string[];
  /** The cells of the first rows. */
  readonly samples: readonly (readonly string[])[];
  /** What each column is taken for, as `columns` of the call; empty for one that is not read. */
  readonly taken: readonly string[];
  /** A column is missing without which nothing is imported: the person says which one it is. */
  readonly isMissing: boolean;
}

/** What went with a deleted contact; the counts are added. */
export interface ContactDeletedView {
  readonly message: string;
  readonly tickets: number;
  readonly messages: number;
}

/** What became of many contacts (added): how many it was done to, and why it was not done to the others. */
export interface ContactsDoneView {
  readonly done: number;
  /** With the code of the error and its sentence, as the call for one contact would answer. */
  readonly refused: readonly { readonly contactId: number; readonly name: string; readonly code: string; readonly error: string }[];
}

/** Who made a contact: the network, with a message or from the phone, a person, or an import. */
export const CONTACT_ORIGINS = ["network", "person", "import"] as const;

/** The answer of POST /contacts/clear. */
export interface ContactsClearedView {
  readonly deleted: number;
  readonly kept: number;
  /** Added, where it is only counted: what goes with how many contacts, and how many stay for which reason, each counted once. */
  readonly details?: {
    readonly withTags: number;
    readonly withExtraInfo: number;
    readonly withPicture: number;
    readonly keptFor: {
      readonly groups: number;
      readonly tickets: number;
      readonly redirects: number;
      readonly sends: number;
    };
  };
}

/** Two contacts that may be one person; `kept` is the one with a number, or the older one. */
export interface DuplicateView {
  readonly kept: ContactView;
  readonly other: ContactView;
  readonly reason: "phone" | "email" | "name";
}

export interface DuplicateListView {
  /** How many pairs there are; `pairs` has the first of them. */
  readonly count: number;
  readonly pairs: readonly DuplicateView[];
}

/** What a merge would do: `other` goes, with so many tickets and messages that move. */
export interface MergePreviewView {
  readonly kept: ContactView;
  readonly other: ContactView;
  readonly tickets: number;
  readonly messages: number;
}

/** A merge that can be undone: the contact that went, and the tickets that came afterwards. */
export interface ContactMergeView {
  readonly id: number;
  readonly createdAt: string;
  /** Who merged; empty where the reader may not know who, null where a message proved that both are one person. */
  readonly user: string | null;
  readonly name: string;
  readonly number: string | null;
  readonly email: string;
  readonly tickets: number;
  readonly laterTickets: readonly {
    readonly id: number;
    readonly status: string;
    readonly createdAt: string;
    readonly queue: string | null;
    readonly whatsapp: string | null;
  }[];
}
