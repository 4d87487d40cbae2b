import type { Profile } from "@balcao/domain/access";

interface QueueRef {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

/** What everyone signed in may know of a colleague (D-111). */
export interface ColleagueView {
  readonly id: number;
  readonly name: string;
  readonly profile: Profile;
  readonly active: boolean;
  readonly status: "online" | "away" | "offline";
  readonly profilePicUrl: string | null;
  readonly queues: readonly QueueRef[];
}

/** A whole account, for administrators and for oneself (USER-001). */
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
  /** Who stands in for this person, by queue, while the account is inactive (D-118). */
  readonly substitution: readonly { readonly queueId: number; readonly substituteId: number }[];
}

/** One's own account in the answers of login and refresh: `email` is sealed (AUTH-011). */
export interface SelfView extends UserView {
  readonly mustChangePassword: boolean;
}

export interface UserListView {
  readonly users: readonly (UserView | ColleagueView)[];
  readonly hasMore: boolean;
  readonly count: number;
}
