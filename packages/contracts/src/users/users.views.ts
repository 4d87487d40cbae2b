import type { SheetColumnsView } from "../contacts/index.js";
import type { Profile } from "@balcao/domain/access";

interface QueueRef {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

/** The fields of a user that every signed-in person sees. */
export interface ColleagueView {
  readonly id: number;
  readonly name: string;
  readonly profile: Profile;
  readonly active: boolean;
  readonly status: "online" | "away" | "offline";
  readonly profilePicUrl: string | null;
  readonly queues: readonly QueueRef[];
}

/** What distribution gives to a person (added, D-540 to D-542). */
export interface UserSharesView {
  readonly userId: number;
  /** False while she is set away. */
  readonly takesShares: boolean;
  /** How many open and assigned pending conversations she gets at most; null for any number. */
  readonly openLimit: number | null;
  /** The queues of which she gets conversations, as far as the requester steers them. */
  readonly queueIds: readonly number[];
}

/** All fields of an account, for administrators and for the person. */
export interface UserView extends ColleagueView {
  readonly email: string;
  readonly whatsappId: number | null;
  readonly whatsapp: { readonly id: number; readonly name: string } | null;
  readonly weekdays: boolean;
  readonly saturday: boolean;
  readonly sunday: boolean;
  readonly holidays: boolean;
  readonly startTime: string;
  readonly endTime: string;
  readonly addContact: boolean;
  readonly editContact: boolean;
  readonly delContact: boolean;
  /** Added: rights that the person has whatever the settings give to the profile. */
  readonly sendToMany: boolean;
  readonly maintain: boolean;
  /** Added: whether a code is asked for besides the password. */
  readonly secondFactor: boolean;
  /** The person's substitute in each queue while the account is inactive. */
  readonly substitution: readonly { readonly queueId: number; readonly substituteId: number }[];
}

/** The person's own account in the answers of login and refresh; `email` is sealed. */
export interface SelfView extends UserView {
  readonly mustChangePassword: boolean;
  /** From when on the person can do nothing before a second factor is set up; null where none is missing (added). */
  readonly secondFactorDue: string | null;
  /** Until when the sign-in by the provider stands for the password (D-681); null where the password is asked for (added). */
  readonly provenUntil: string | null;
}

export interface UserListView {
  readonly users: readonly (UserView | ColleagueView)[];
  readonly hasMore: boolean;
  readonly count: number;
}

/** The live tickets of a person in one queue; `queueId` is null for those without a queue. */
export interface OwnedTicketsView {
  readonly queueId: number | null;
  readonly count: number;
}

/** The answer of a reset: the password that was made, shown once; null when the caller gave one. */
export interface PasswordResetView {
  readonly password: string | null;
}

/** An active session of a person: one browser or app in which the person is signed in. */
export interface UserSessionView {
  readonly id: string;
  /** Whether it is the session that asks. */
  readonly current: boolean;
  readonly createdAt: string;
  /** When it was last renewed; a browser that is open renews it every few minutes. */
  readonly usedAt: string;
  readonly ip: string | null;
  readonly userAgent: string;
}

/** The answer to a new picture. */
export interface UserPictureView {
  readonly profilePicUrl: string;
}

/** What is wrong with a cell of an imported row. */
export interface ImportProblem {
  readonly column: "name" | "email" | "profile" | "queues" | "connection" | "active";
  readonly rule: "length" | "email" | "repeated" | "unknown";
}

/** A row of a spreadsheet before it is imported; `exists`: its e-mail has an account, so it is skipped. */
export interface ImportRowView {
  /** The number of the row in the file. */
  readonly line: number;
  readonly name: string;
  readonly email: string;
  readonly profile: Profile;
  readonly active: boolean;
  readonly exists: boolean;
  readonly problems: readonly ImportProblem[];
}

export interface ImportPreviewView {
  /** None while a column is missing without which there is no account. */
  readonly rows: readonly ImportRowView[];
  /** How the columns were understood (added). */
  readonly columns: SheetColumnsView;
}

/** The result of an import; each password is shown once and must be changed at the first sign-in. */
export interface ImportedUsersView {
  readonly created: number;
  readonly skipped: number;
  readonly accounts: readonly { readonly line: number; readonly name: string; readonly email: string; readonly password: string }[];
}
