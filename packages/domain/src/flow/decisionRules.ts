/**
 * The rules under which automatic decisions about tickets are stored (`ticket_decision.rule`). Each
 * has its sentence in every language of the browser.
 */
export const DECISION_RULES = [
  // A customer's message, by the table of the flow.
  "outOfHours",
  "queueClosed",
  "afterHoursQueue",
  "contactRedirect",
  "noQueue",
  "onlyQueue",
  "menuShown",
  "menuChoice",
  "menuAgent",
  "menuEnd",
  "menuRepeated",
  "menuTooSoon",
  "menuGivenUp",
  "menuEmpty",
  "botStarted",
  "chatbotStarted",
  "questionAnswered",
  "questionToAgent",
  "botAgent",
  "botEnd",
  "botRepeated",
  "botTooSoon",
  "botGivenUp",
  "botEmpty",
  "chatbotAsked",
  "autoReplyOff",
  "waits",
  "attended",
  "rated",
  "ratingSetAside",
  "reopened",
  "resumed",
  "optedOut",
  // A message that a person typed on the phone.
  "answeredOnPhone",
  // Who answers: Meta's agent or we.
  "metaAgentAnswers",
  "metaAgentLeft",
  // An automatic answer that is not sent.
  "breaker",
  "unreachable",
  // The connection's chatbot.
  "chatbotEnded",
  "chatbotRedirected",
  "chatbotFailed",
  "chatbotLoop",
  // Who of the queue gets the ticket.
  "queueRedirect",
  "substitute",
  "redirectAway",
  "distributed",
  "lastAttendant",
  "nobodyFree",
  "limitReached",
  // Somebody became free.
  "sharedOut",
  // The sweeps.
  "ratingExpired",
  "autoClosed",
  "offeredToNext",
  "offeredToAll",
  // The end of a snooze.
  "snoozeEnded",
  "snoozeAnswered",
  "ownerAway",
  // Somebody who is not there has not answered.
  "ownerAbsent",
] as const;

export type DecisionRule = (typeof DECISION_RULES)[number];
