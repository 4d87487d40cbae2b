import type { DecisionRule } from "./decisionRules.js";

/** How far the automatic answers of a ticket have come; stored with the ticket. */
export type FlowStep = "fresh" | "menu" | "asking" | "chatting" | "done";

/** The texts that the flow sends to a customer; an empty one is not sent (D-145). */
export type FlowText =
  | "outOfHours"
  | "greeting"
  | "greetingWithMenu"
  | "menu"
  | "queueGreeting"
  | "redirectGreeting"
  | "questions"
  | "questionAnswer"
  | "waitNotice"
  | "farewell"
  | "ratingThanks"
  | "optOutAnswer";

/** What the flow does to a ticket besides sending texts. */
export type FlowChange =
  | "none"
  /** Sets the connection's only queue. */
  | "presetOnlyQueue"
  /** Sets a queue, then looks for its attendant: redirect, then distribution. */
  | "enterOnlyQueue"
  | "enterChosenQueue"
  | "enterFirstQueue"
  /** Sets the chosen queue, which is closed, then looks for its attendant. */
  | "enterClosedQueue"
  /** Gives it to the queue that takes over while its own is closed, out of the bot, then looks for its attendant. */
  | "enterOtherQueue"
  /** Sets queue and person of the contact's redirect. */
  | "followRedirect"
  /** The same queues, and the bot in place of an attendant. */
  | "startBot"
  | "startBotInOnlyQueue"
  | "startBotInChosenQueue"
  /** Ends the bot: the ticket waits in its queue, and its attendant is looked for. */
  | "leaveBot"
  | "leaveBotForAgent"
  /** Ends the bot for the person who answers on the phone: no attendant is looked for. */
  | "leaveBotToPhone"
  | "closeByContact"
  /** Closes without a farewell. */
  | "closeOptedOut"
  | "rate"
  /** Closes the ticket that waits for a rating; the message goes on in a ticket of its own. */
  | "setRatingAside";

export interface FlowCell {
  readonly rule: DecisionRule;
  readonly texts: readonly FlowText[];
  readonly change: FlowChange;
  readonly next: FlowStep;
  /** Whether the decision is stored, to be shown as the reason why a ticket is where it is. */
  readonly recorded: boolean;
}

const cell = (rule: DecisionRule, texts: readonly FlowText[], change: FlowChange, next: FlowStep): FlowCell => ({
  rule,
  texts,
  change,
  next,
  recorded: true,
});
const unrecorded = (recorded: FlowCell): FlowCell => ({ ...recorded, recorded: false });
const nothing = (rule: DecisionRule, next: FlowStep): FlowCell => unrecorded(cell(rule, [], "none", next));

/**
 * What a message does, by the state of its ticket and what the message is (D-168 to D-174, D-206,
 * D-270): a customer's, or one that a person typed to the customer on the phone. docs/FLOW.md is printed from it.
 */
// prettier-ignore
export const FLOW = {
  /** A ticket that nobody attends and that has had no greeting yet. */
  fresh: {
    outsideHours:    cell("outOfHours",      ["outOfHours"],                "presetOnlyQueue",  "fresh"),
    closedElsewhere: cell("afterHoursQueue", ["greeting", "queueGreeting"], "enterOtherQueue",  "done"),
    redirected:      cell("contactRedirect", ["redirectGreeting"],          "followRedirect",   "done"),
    noQueue:         cell("noQueue",         ["greeting"],                  "none",             "done"),
    noQueueAsks:     cell("botStarted",      ["greeting", "questions"],     "startBot",         "asking"),
    noQueueChats:    cell("chatbotStarted",  ["greeting"],                  "startBot",         "chatting"),
    oneQueue:        cell("onlyQueue",       ["greeting", "queueGreeting"], "enterOnlyQueue",   "done"),
    oneQueueAsks:    cell("botStarted",      ["greeting", "queueGreeting", "questions"], "startBotInOnlyQueue", "asking"),
    oneQueueChats:   cell("chatbotStarted",  ["greeting", "queueGreeting"], "startBotInOnlyQueue", "chatting"),
    severalQueues:   cell("menuShown",       ["greetingWithMenu"],          "none",             "menu"),
    answeredOnPhone: cell("answeredOnPhone", [],                            "none",             "done"),
  },
  /** The customer was shown the menu and has not chosen. */
  choosing: {
    outsideHours:    cell("outOfHours",      ["outOfHours"],                "none",             "menu"),
    choosesClosed:   cell("queueClosed",     ["outOfHours"],                "enterClosedQueue", "done"),
    closedElsewhere: cell("afterHoursQueue", ["queueGreeting"],             "enterOtherQueue",  "done"),
    chooses:         cell("menuChoice",      ["queueGreeting"],             "enterChosenQueue", "done"),
    choosesAsks:     cell("menuChoice",      ["queueGreeting", "questions"], "startBotInChosenQueue", "asking"),
    choosesChats:    cell("menuChoice",      ["queueGreeting"],             "startBotInChosenQueue", "chatting"),
    wantsAgent:      cell("menuAgent",       ["waitNotice"],                "enterFirstQueue",  "done"),
    wantsEnd:        cell("menuEnd",         ["farewell"],                  "closeByContact",   "done"),
    unclear:         unrecorded(cell("menuRepeated", ["menu"],              "none",             "menu")),
    unclearTooSoon:  nothing("menuTooSoon", "menu"),
    unclearTooOften: nothing("menuGivenUp", "menu"),
    nothingToChoose: cell("menuEmpty",       [],                            "none",             "done"),
    answeredOnPhone: cell("answeredOnPhone", [],                            "none",             "done"),
  },
  /** The bot offers its questions. */
  asking: {
    outsideHours:    cell("outOfHours",      ["outOfHours"],                "none",             "asking"),
    closedElsewhere: cell("afterHoursQueue", ["queueGreeting"],             "enterOtherQueue",  "done"),
    chooses:         unrecorded(cell("questionAnswered", ["questionAnswer", "questions"], "none", "asking")),
    choosesAgent:    cell("questionToAgent", ["questionAnswer"],            "leaveBot",         "done"),
    wantsAgent:      cell("botAgent",        ["waitNotice"],                "leaveBotForAgent", "done"),
    wantsEnd:        cell("botEnd",          ["farewell"],                  "closeByContact",   "done"),
    unclear:         unrecorded(cell("botRepeated", ["questions"],          "none",             "asking")),
    unclearTooSoon:  nothing("botTooSoon", "asking"),
    unclearTooOften: cell("botGivenUp",      [],                            "leaveBot",         "done"),
    nothingToAsk:    cell("botEmpty",        [],                            "leaveBot",         "done"),
    answeredOnPhone: cell("answeredOnPhone", [],                            "leaveBotToPhone",  "done"),
  },
  /** The chatbot of the connection writes. */
  chatting: {
    outsideHours:    cell("outOfHours",      ["outOfHours"],                "none",             "chatting"),
    closedElsewhere: cell("afterHoursQueue", ["queueGreeting"],             "enterOtherQueue",  "done"),
    wantsAgent:      cell("botAgent",        ["waitNotice"],                "leaveBotForAgent", "done"),
    wantsEnd:        cell("botEnd",          ["farewell"],                  "closeByContact",   "done"),
    writes:          nothing("chatbotAsked", "chatting"),
    writesNoText:    cell("botGivenUp",      [],                            "leaveBot",         "done"),
    noChatbot:       cell("botEmpty",        [],                            "leaveBot",         "done"),
    answeredOnPhone: cell("answeredOnPhone", [],                            "leaveBotToPhone",  "done"),
  },
  /** Pending in its queue, or without one where there is none to choose. */
  waiting: {
    outsideHours:    cell("outOfHours",      ["outOfHours"],                "none",             "done"),
    closedElsewhere: cell("afterHoursQueue", ["queueGreeting"],             "enterOtherQueue",  "done"),
    writes:          nothing("waits", "done"),
  },
  /** A person has it, or it is paused. */
  attended: {
    writes:          nothing("attended", "done"),
  },
  /** Groups, contacts without automatic answers, our own numbers, robots. */
  unanswered: {
    writesFirst:     cell("autoReplyOff",    [],                            "none",             "done"),
    writes:          nothing("autoReplyOff", "done"),
    writesToBot:     cell("autoReplyOff",    [],                            "leaveBot",         "done"),
  },
  /** Somebody whom a mass send or a schedule reached, and who has not done so before. */
  reached: {
    optsOut:         cell("optedOut",        ["optOutAnswer"],              "closeOptedOut",    "done"),
    optsOutBesides:  cell("optedOut",        ["optOutAnswer"],              "none",             "fresh"),
  },
  /** The customer was asked for a rating. */
  rating: {
    scores:          cell("rated",           ["ratingThanks"],              "rate",             "done"),
    writes:          cell("ratingSetAside",  [],                            "setRatingAside",   "done"),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FlowCell>>>>;

export type FlowState = keyof typeof FLOW;
export type FlowEventOf<S extends FlowState> = keyof (typeof FLOW)[S];
