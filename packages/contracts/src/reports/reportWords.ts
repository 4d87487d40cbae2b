import type { AutomaticReason } from "@balcao/domain/closing";
import type { TargetKind } from "@balcao/domain/targets";
import type { TicketStatus } from "@balcao/domain/tickets";
import type { ColumnWords } from "./columnWords.js";
import type { ReportKind } from "./kinds.js";

/** The words of a report in one language. */
export interface ReportWords {
  /** BCP 47. */
  readonly tag: string;
  readonly titles: Readonly<Record<ReportKind, string>>;
  readonly facts: Readonly<Record<"period" | "queue" | "user" | "contact" | "status", string>>;
  /** What a fact says that filters nothing. */
  readonly all: Readonly<Record<"queue" | "user" | "contact" | "status", string>>;
  readonly until: string;
  readonly issued: (at: string, by: string, zone: string) => string;
  /** What the totals count. */
  readonly totals: Readonly<Record<ReportKind, string>>;
  /** What a message without words of its own is. */
  readonly kinds: Readonly<Record<"location" | "contact" | "sticker" | "call", string>>;
  readonly page: string;
  readonly of: string;
  readonly empty: string;
  /** The legend about records of campaigns and schedules: its name in the head of a PDF, and what it says. */
  readonly records: { readonly name: string; readonly leftOut: (count: string) => string; readonly included: string };
  readonly byStatus: string;
  readonly ticketsBy: Readonly<Record<"queue" | "user", string>>;
  readonly none: Readonly<Record<"queue" | "user", string>>;
  /** The rows of the report of targets: what they are grouped by, and the names of the targets; the same as `targets.of` of the browser's texts `dashboard`. */
  readonly targets: {
    readonly by: Readonly<Record<"kind" | "queue" | "user" | "hour", string>>;
    readonly of: Readonly<Record<TargetKind, string>>;
    readonly missedByQueue: string;
  };
  readonly deletedOne: string;
  readonly deletedMessage: string;
  /** The same names as `ticketStatus` of the browser's texts; a test compares. */
  readonly statuses: Readonly<Record<TicketStatus, string>>;
  /** Why Balcão closed it; the same names as `automatic` of the browser's texts `closing`. */
  readonly reasons: Readonly<Record<AutomaticReason, string>>;
  readonly columns: ColumnWords;
}
