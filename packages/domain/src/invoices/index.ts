import { localTime } from "../calendar/index.js";

/**
 * The access code of the site of invoices: the last six digits of the first eight of the tax id times the day of the month, in the
 * company's zone (SHELL-036, D-020). It is a convenience and no secret.
 */
export function invoiceCode(taxId: string, now: Date, timeZone: string): string {
  const product = Number(taxId.slice(0, 8)) * localTime(now, timeZone).day;
  return String(product).padStart(6, "0").slice(-6);
}
