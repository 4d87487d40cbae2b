/** The initial values of a new ticket, from a shared contact. */
export interface NewTicketSeed {
  readonly contact?: { readonly name: string; readonly number: string };
}
