/** A contact as the wire names it (CONTACT-001). `number` is null for a contact known only by an opaque address. */
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
}

/** Who is in a group and what it says of itself (CONTACT-002). `id` is the participant's address; `contactId` where the house knows them. */
export interface GroupView {
  readonly participants: readonly {
    readonly id: string;
    readonly name: string;
    readonly admin: boolean;
    readonly contactId: number | null;
  }[];
  readonly desc: string;
}

/** The short row of `all=true` (D-129). */
export interface ContactShortView {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly isGroup: boolean;
}

export interface ContactListView {
  readonly contacts: readonly (ContactView | ContactShortView)[];
  readonly hasMore: boolean;
}
