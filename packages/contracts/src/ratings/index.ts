import { path } from "../route/route.js";

/** A customer's rating, for the dashboard and the N.P.S. page. */
export interface RatingView {
  readonly id: number;
  /** 1 to 5. */
  readonly rate: number;
  /** Who attended when the ticket was closed. */
  readonly userId: number | null;
  readonly user: { readonly id: number; readonly name: string } | null;
  /** `id` is null when the contact was deleted; its name stays. */
  readonly contact: {
    readonly id: number | null;
    readonly name: string;
    readonly number: string | null;
    readonly profilePicUrl: string | null;
  };
  /** The ticket may have been deleted since. */
  readonly ticketId: number;
  readonly whatsapp: { readonly id: number; readonly name: string } | null;
  /** When the customer rated. */
  readonly createdAt: string;
}

/** The position after a rating in the list, for its next page. */
export const ratingCursor = ({ createdAt, id }: Pick<RatingView, "createdAt" | "id">): string => `${createdAt}~${id}`;

export const ratingPaths = {
  list: path("GET", "/ticketNPS"),
  ofContact: path("GET", "/ticketNPS/contact/:contactId"),
} as const;
