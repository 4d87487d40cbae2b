/** The conversation with which the external panel is tested: its ids are of no conversation. */
export const PANEL_EXAMPLE = { ticketId: 123, contactId: 45, number: "5511999999999" } as const;
