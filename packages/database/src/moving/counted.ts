/** Whether a ticket, message or rating counts in figures: one of an earlier system does where the import was asked to (D-592). */
export const countedOf = (row: string): string => `${row}.imported IS DISTINCT FROM 'apart'`;
export const COUNTED = "imported IS DISTINCT FROM 'apart'";
