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

/** How customers rated (added): how many gave each score from 1 to 5, and the average; null without a rating. */
export interface RatingSummaryView {
  readonly count: number;
  readonly average: number | null;
  readonly scores: readonly { readonly rate: number; readonly count: number }[];
}

/** The head of their spreadsheet. */
export const RATING_HEADERS = ["Data", "Hora", "Nota", "Contato", "Número", "Usuário", "Conexão", "Ticket"] as const;

export const ratingPaths = {
  list: path("GET", "/ticketNPS"),
  summary: path("GET", "/ticketNPS/summary"),
  export: path("POST", "/ticketNPS/export"),
  ofContact: path("GET", "/ticketNPS/contact/:contactId"),
} as const;
