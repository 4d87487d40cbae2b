/** The initial values of a new ticket. */
export interface NewTicketSeed {
  /** A contact that exists. */
  readonly chosen?: { readonly id: number; readonly name: string; readonly number: string | null };
  /** A shared contact, which may have to be created. */
  readonly contact?: { readonly name: string; readonly number: string };
}
