/** A colleague who may be mentioned in a comment of a ticket. */
export interface MentionableView {
  readonly id: number;
  readonly name: string;
  readonly profilePicUrl: string | null;
  /** Whether the person reads a comment that is written in the ticket now; otherwise a mention notifies nobody. */
  readonly reads: boolean;
}

/** A comment that mentions the person who asks. */
export interface MentionView {
  /** The id of the comment, as text. */
  readonly messageId: string;
  readonly ticketId: number;
  /** Who wrote it; the id 0 without a name is the product itself. */
  readonly author: { readonly id: number; readonly name: string };
  readonly text: string;
  readonly createdAt: string;
  /** The contact of the ticket. */
  readonly contact: { readonly id: number; readonly name: string; readonly profilePicUrl: string | null };
}
