import type { ReportKind } from "@balcao/contracts/reports";
import type { NamedContact } from "../../ui/form";

/** The filters of a card, besides the dates. */
export type ReportField = "queue" | "user" | "contact" | "status" | "campaigns";

/** The cards in their order, each with the filters that it shows; the others are hidden (REPORT-005, D-214). */
export const CARDS: readonly { readonly kind: ReportKind; readonly fields: readonly ReportField[] }[] = [
  { kind: "ticket", fields: ["queue", "user", "contact", "status", "campaigns"] },
  { kind: "contact", fields: ["queue", "contact", "status", "campaigns"] },
  { kind: "queue", fields: ["queue", "status", "campaigns"] },
  { kind: "user", fields: ["user", "queue", "status", "campaigns"] },
  { kind: "target", fields: ["queue", "user"] },
  { kind: "message", fields: ["contact"] },
];

/** What the audit trail calls each report. */
export const KIND_NAMES: Readonly<Record<ReportKind, string>> = {
  ticket: "de tickets",
  contact: "de contatos",
  queue: "de filas",
  user: "de usuários",
  target: "de metas",
  message: "de mensagens",
};

/** What a card's form holds. Days are `yyyy-MM-dd`; empty texts do not filter. */
export interface ReportValues {
  readonly startDate: string;
  readonly endDate: string;
  readonly queueId: string;
  readonly userId: string;
  readonly contact: NamedContact | null;
  readonly status: string;
  /** With the records of campaigns and schedules that nobody has answered (D-268). */
  readonly withCampaigns: boolean;
}

export type ReportFault = "dates" | "order" | "contact";

/** What prevents a report; null when it can be asked for (REPORT-007). */
export function faultOf(kind: ReportKind, { startDate, endDate, contact }: ReportValues): ReportFault | null {
  if (startDate === "" || endDate === "") return "dates";
  if (startDate > endDate) return "order";
  return kind === "message" && contact === null ? "contact" : null;
}
