import { AppError } from "@balcao/contracts/errors";
import { markSignInUsed } from "@balcao/database/authSessions";
import { newUuid } from "@balcao/platform/ids";
import type { SignInChecks } from "@balcao/platform/oidc";
import { after, type AuthServices } from "./auth.js";
import type { LoggedIn } from "./openSession.js";

/** What the browser keeps of a sign-in that is under way, sealed: nobody else can go on with it. */
interface Ticket {
  readonly kind: "provider" | "secondStep";
  readonly id: string;
  readonly until: number;
  readonly returnPath: string | null;
}

type ProviderTicket = Ticket & {
  readonly kind: "provider";
  readonly checks: SignInChecks;
  /** Whether the provider was to ask again who it is. */
  readonly isFresh: boolean;
};
export type StepTicket = Ticket & {
  readonly kind: "secondStep";
  readonly userId: number;
  /** Of the account's password when the ticket was made: another password ends it. */
  readonly passwordMark: string;
  /** Whether a password was the first step; otherwise the provider was. */
  readonly byPassword: boolean;
  /** When the person has shown it to the provider, in milliseconds; null where that is not known. */
  readonly provenAt: number | null;
  /** What a passkey signs, once. */
  readonly challenge?: { readonly id: string; readonly text: string };
};

/** A sealed ticket and its end, as a cookie. */
export interface TicketCookie {
  readonly ticket: string;
  readonly until: Date;
}

/** A session, or what asks for a second step first. */
export type SignInOutcome =
  { readonly session: LoggedIn; readonly returnPath: string | null } | { readonly session: null; readonly next: TicketCookie };

/** What the browser sends of a sign-in under way. */
export interface SignInCookies {
  readonly ticketCookie: string | undefined;
  readonly deviceCookie: string | undefined;
}

const CONTEXT = "sign-in under way";

/** Seals a ticket for the browser. */
export function sealTicket({ services }: AuthServices, ticket: ProviderTicket | StepTicket): TicketCookie {
  return { ticket: services.sealer.seal(JSON.stringify(ticket), CONTEXT), until: new Date(ticket.until) };
}

/** What every ticket has: its id, its end, and where it leads. */
export function makeTicket({ services }: AuthServices, seconds: number, returnPath: string | null) {
  return { id: newUuid(), until: after(services.clock.now(), seconds).getTime(), returnPath } as const;
}

/** Opens the cookie of a sign-in under way; throws ERR_SIGN_IN_LOST for none, another browser's, an old or an altered one. */
export function openTicket<K extends Ticket["kind"]>(
  { services }: AuthServices,
  kind: K,
  cookie: string | undefined,
): Extract<ProviderTicket | StepTicket, { readonly kind: K }> {
  try {
    const ticket = JSON.parse(services.sealer.open(cookie ?? "", CONTEXT)) as ProviderTicket | StepTicket;
    if (ticket.kind === kind && ticket.until > services.clock.now().getTime()) return ticket as never;
  } catch {
    // What was not sealed here says nothing.
  }
  throw new AppError("ERR_SIGN_IN_LOST");
}

/** Uses a ticket up; throws ERR_SIGN_IN_LOST for one that was used, in whatever process. */
export async function takeTicket({ services }: AuthServices, { id, until }: Pick<Ticket, "id" | "until">): Promise<void> {
  if (!(await markSignInUsed(services.database.sql, id, new Date(until), services.clock.now()))) throw new AppError("ERR_SIGN_IN_LOST");
}
