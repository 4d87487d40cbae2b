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
