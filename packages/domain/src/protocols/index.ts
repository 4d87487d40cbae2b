import { localDay } from "../calendar/index.js";
import type { TicketFacts } from "../tickets/index.js";

/** Within this time a second request for a protocol of the same ticket gets the first one (D-202). */
export const PROTOCOL_REPEAT_MS = 60_000;

const DIGITS = 6;

/** The number of a protocol: the company's day and the protocol's id, such as `20260105000042` (D-200). */
export function protocolNumber(id: number, now: Date, zone: string): string {
  return `${localDay(now, zone).replaceAll("-", "")}${String(id).padStart(DIGITS, "0")}`;
}

/** The text that the contact gets with a protocol (D-201). */
export function protocolMessage(number: string): string {
  return `Protocolo de atendimento: *${number}*. Esta conversa será encerrada em 5 segundos.`;
}

/** Whether resolving this ticket asks for a protocol first (TICKET-014, TICKET-015). */
export function asksForProtocol(
  { isGroup }: Pick<TicketFacts, "isGroup">,
  settings: { readonly generateProtocol: boolean; readonly greetingProtocolGroup: boolean },
): boolean {
  return settings.generateProtocol && (!isGroup || settings.greetingProtocolGroup);
}
