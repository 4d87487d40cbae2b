/** What the address of the external panel may name. */
interface PanelSubject {
  readonly ticketId: number;
  readonly contactId: number;
  /** Null for a number that is hidden. */
  readonly number: string | null;
}

/** The address of the external panel for a ticket: the placeholders of the setting are replaced, each encoded (D-083, S-60). */
export function toPanelAddress(setting: string, { ticketId, contactId, number }: PanelSubject): string {
  const values: Readonly<Record<string, string>> = { ticketId: String(ticketId), contactId: String(contactId), number: number ?? "" };
  // The parser of addresses may have encoded the braces.
  return setting.replace(/(?:\{\{|%7B%7B)(ticketId|contactId|number)(?:\}\}|%7D%7D)/gi, (_all, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
}
