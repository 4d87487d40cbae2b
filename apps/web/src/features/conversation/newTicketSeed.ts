/** What a new ticket may start from: a shared contact. */
export interface NewTicketSeed {
  readonly contact?: { readonly name: string; readonly number: string };
}
