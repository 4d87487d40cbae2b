import type { TicketState } from "./ticketState.js";

interface EffectRow {
  /** Whether it is a text to the customer. */
  readonly toContact: boolean;
  /** Narrows a transition's effect to the tickets that it is for. */
  readonly when: (before: TicketState, after: TicketState) => boolean;
}

const always = (): boolean => true;
const notForGroups = (before: TicketState): boolean => !before.isGroup;

/** What may follow a transition, in the same transaction. The command finds the texts; an empty text is not sent. */
// prettier-ignore
export const TICKET_EFFECTS = {
  /** The connection's farewell (D-056); a ticket that waits for a rating has had it. */
  farewell:       { toContact: true,  when: (before) => !before.isGroup && before.status !== "nps" },
  /** The question for a rating, after the farewell (D-205). */
  askRating:      { toContact: true,  when: (_before, after) => after.status === "nps" },
  /** Thanks for a rating (D-206). */
  ratingThanks:   { toContact: true,  when: always },
  /** The agent's word on the pause, when there is one (D-052). */
  pauseMessage:   { toContact: true,  when: notForGroups },
  /** The connection's or the agent's words on the transfer, when asked for or forced (D-053). */
  transferNotice: { toContact: true,  when: notForGroups },
  /** The chosen queue's greeting (D-145). */
  queueGreeting:  { toContact: true,  when: notForGroups },
  /** The bot's greeting and options, or the start of the chatbot (D-149, D-173). */
  botOptions:     { toContact: true,  when: always },
  /** "Aguarde, você será atendido em breve." (D-174). */
  waitNotice:     { toContact: true,  when: always },
  /** Menu or bot stop asking, silently (D-050). */
  endDialogue:    { toContact: false, when: (before, after) => (before.status === "pending" || before.status === "bot") && before.status !== after.status },
  /** Look for an attendant of the queue (D-158). */
  distribute:     { toContact: false, when: (_before, after) => after.status === "pending" && after.userId === null && after.queueId !== null },
} as const satisfies Record<string, EffectRow>;

export type TicketEffect = keyof typeof TICKET_EFFECTS;

/** The effects that apply to this ticket, in the order of the table's row. */
export function effectsFor(effects: readonly TicketEffect[], before: TicketState, after: TicketState): TicketEffect[] {
  return effects.filter((effect) => {
    const row: EffectRow = TICKET_EFFECTS[effect];
    return row.when(before, after);
  });
}
