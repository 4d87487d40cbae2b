import type { NoticePlace } from "@balcao/domain/notifications";
import type { HeldReason } from "@balcao/domain/sends";
import type { TargetKind } from "@balcao/domain/targets";
import type { Handover } from "@balcao/domain/texts";

/** A colleague who may be mentioned in a comment of a ticket. */
export interface MentionableView {
  readonly id: number;
  readonly name: string;
  readonly profilePicUrl: string | null;
  /** Whether the person reads a comment that is written in the ticket now; otherwise a mention notifies nobody. */
  readonly reads: boolean;
}

/**
 * Of what a person is told: a mention, a conversation given to her, a scheduled message of hers that did not leave, a send that does not
 * go on, a target that runs out or is over (D-511).
 */
type NoticeKind = "mention" | "handover" | "failedSend" | "heldSend" | "target";

/** Something of which the person who asks is told, until she has looked at it. */
export interface NoticeView {
  /** Unique among the notices of a person. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly place: NoticePlace;
  /** Who wrote the comment or gave the conversation on; null when the product did. */
  readonly author: { readonly id: number; readonly name: string } | null;
  readonly handover: Handover | null;
  /** Why a send does not go on. */
  readonly reason: HeldReason | null;
  /** What is due, and whether its time is over; null for every other notice. */
  readonly target: { readonly of: TargetKind; readonly dueAt: string; readonly isOver: boolean } | null;
  /** The comment, or the first words of the send. */
  readonly text: string;
  readonly createdAt: string;
  /** The contact of the ticket. */
  readonly contact: { readonly id: number; readonly name: string; readonly profilePicUrl: string | null } | null;
}
