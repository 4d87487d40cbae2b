import type { TicketState } from "./ticketState.js";

interface EffectRow {
  /** Whether the effect sends a text to the customer. */
  readonly toContact: boolean;
  /** Restricts the effect to certain tickets. */
  readonly when: (before: TicketState, after: TicketState) => boolean;
}

const always = (): boolean => true;
const notForGroups = (before: TicketState): boolean => !before.isGroup;

/**
 * The effects that a transition may have, in the same transaction. The command reads the texts; an
 * empty text is not sent.
 */
// prettier-ignore
const TICKET_EFFECTS = {
  /**
   * The connection's farewell (D-056); a ticket that waits for a rating has already received it.
   */
  farewell:       { toContact: true,  when: (before) => !before.isGroup && before.status !== "nps" },
  /** The question for a rating, after the farewell (D-205). */
  askRating:      { toContact: true,  when: (_before, after) => after.status === "nps" },
  /** Thanks for a rating. */
  ratingThanks:   { toContact: true,  when: always },
  /** The agent's message about the pause, if there is one. */
  pauseMessage:   { toContact: true,  when: notForGroups },
  /** The connection's or the agent's text about the transfer, when requested or forced. */
  transferNotice: { toContact: true,  when: notForGroups },
  /** The chosen queue's greeting. */
  queueGreeting:  { toContact: true,  when: notForGroups },
  /** The bot's greeting and options, or the start of the chatbot. */
  botOptions:     { toContact: true,  when: always },
  /** "Aguarde, você será atendido em breve.". */
  waitNotice:     { toContact: true,  when: always },
  /** Menu or bot ends without a message (D-050). */
  endDialogue:    { toContact: false, when: (before, after) => (before.status === "pending" || before.status === "bot") && before.status !== after.status },
  /** Looks for an attendant of the queue. */
  distribute:     { toContact: false, when: (_before, after) => after.status === "pending" && after.userId === null && after.queueId !== null },
} as const satisfies Record<string, EffectRow>;

export type TicketEffect = keyof typeof TICKET_EFFECTS;

/** The effects that apply to this ticket, in the order of the transition's list. */
export function effectsFor(effects: readonly TicketEffect[], before: TicketState, after: TicketState): TicketEffect[] {
  return effects.filter((effect) => {
    const row: EffectRow = TICKET_EFFECTS[effect];
    return row.when(before, after);
  });
}
