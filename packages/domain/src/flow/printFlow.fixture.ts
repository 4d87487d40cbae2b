import { BREAKER, CHATBOT_TURNS } from "./breaker.js";
import { BOT_UNCLEAR, MENU_PAUSE_MS, MENU_REPEATS } from "./flowEvent.js";
import { FLOW, type FlowCell, type FlowChange, type FlowText } from "./flowTable.js";

const STATES: Readonly<Record<keyof typeof FLOW, string>> = {
  fresh: "New: nobody has it, no greeting was sent yet",
  choosing: "Choosing: the customer was shown the menu of queues",
  asking: "Asking: the bot has offered its questions",
  chatting: "Chatting: the connection's chatbot (Typebot) writes, until its flow ends or redirects to `queue:` and a name or id",
  waiting: "Waiting: in its queue, or without one where there is none to choose",
  attended: "Attended: a person has it, or it is paused",
  unanswered: "Not answered: groups, contacts with automatic answers off, our own numbers, robots",
  reached: "Reached: a mass send or a schedule has written to the customer, whatever the ticket's state",
  rating: "Rating: the customer was asked for a score",
};
const EVENTS: Readonly<Record<string, string>> = {
  outsideHours: "writes outside opening hours",
  closedElsewhere: "the same, and the queue names another one that takes over then, which is open",
  choosesClosed: "chooses a queue that is closed",
  redirected: "writes, and the contact has a redirect to a linked queue",
  noQueue: "writes to a number without queues",
  noQueueAsks: "the same, and there are questions for every queue",
  noQueueChats: "writes to a number without queues that has a chatbot",
  oneQueue: "writes to a number with one queue, or the ticket has a queue",
  oneQueueAsks: "the same, and the queue has questions and no redirect of the contact",
  oneQueueChats: "the same, and the number has a chatbot",
  choosesAsks: "the same, and the queue has questions and no redirect of the contact",
  choosesChats: "the same, and the number has a chatbot",
  choosesAgent: "the same, and the question opens a ticket",
  nothingToAsk: "answers, and there is no question any more",
  writesNoText: "sends something without a text",
  noChatbot: "writes, and the number has no chatbot any more",
  writesToBot: "writes while the bot has the ticket",
  severalQueues: "writes to a number with several queues",
  chooses: "answers with a number of the list or the words of a line",
  wantsAgent: "answers 99",
  wantsEnd: "answers 00",
  unclear: "answers something else",
  unclearTooSoon: `the same, within ${MENU_PAUSE_MS / 1_000} s of the menu, or of the bot's questions when they were repeated`,
  unclearTooOften: `the same again: after ${MENU_REPEATS} repeated menus, or the bot's answer ${BOT_UNCLEAR} in a row`,
  nothingToChoose: "answers, and no queue is linked any more",
  writes: "writes",
  writesFirst: "writes for the first time",
  optsOutBesides: "the same, in a conversation that went on already",
  optsOut: "writes nothing but one of the words of the setting optOutWords, for the first time",
  answeredOnPhone: "is answered by a person on the phone or in another client",
  scores: "answers with a score from 1 to 5",
};
const TEXTS: Readonly<Record<FlowText, string>> = {
  outOfHours: "out-of-hours message of the queue or the number (once in 12 hours)",
  greeting: "greeting",
  greetingWithMenu: "greeting with the menu",
  menu: "menu",
  queueGreeting: "greeting of the queue",
  redirectGreeting: "redirect greeting",
  questions: "questions of the bot, with 99 and 00",
  questionAnswer: "answer of the question",
  waitNotice: "“Aguarde, você será atendido em breve.”",
  farewell: "farewell",
  ratingThanks: "thanks for the rating",
  optOutAnswer: "confirmation that there will be no more mass sends",
};
const CHANGES: Readonly<Record<FlowChange, string>> = {
  none: "",
  presetOnlyQueue: "goes to the only queue",
  enterOnlyQueue: "goes to the queue, then to its attendant",
  enterChosenQueue: "goes to the chosen queue, then to its attendant",
  enterClosedQueue: "goes to the chosen queue, then to its attendant",
  enterOtherQueue: "goes to the other queue, then to its attendant",
  enterFirstQueue: "goes to the first open queue, then to its attendant",
  followRedirect: "goes to the queue and person of the redirect",
  startBot: "goes to the bot",
  startBotInOnlyQueue: "goes to the bot in the queue",
  startBotInChosenQueue: "goes to the bot in the chosen queue",
  leaveBot: "waits in its queue, then goes to its attendant",
  leaveBotForAgent: "waits in its queue, then goes to its attendant",
  leaveBotToPhone: "waits in its queue",
  closeByContact: "is closed",
  closeOptedOut: "is closed",
  rate: "is closed with its rating",
  setRatingAside: "is closed, its rating stays open; the message begins a ticket of its own",
};
const NEXT: Readonly<Record<string, keyof typeof FLOW>> = {
  fresh: "fresh",
  menu: "choosing",
  asking: "asking",
  chatting: "chatting",
  done: "waiting",
};

const rows = (): (readonly [string, string, FlowCell])[] =>
  Object.entries(FLOW).flatMap(([state, cells]) => Object.entries<FlowCell>(cells).map(([event, cell]) => [state, event, cell] as const));

/** What follows a cell: the state of the ticket's next message. */
function nextState(state: string, { next, change }: FlowCell): string {
  if (["closeByContact", "closeOptedOut", "rate", "setRatingAside"].includes(change)) return "closed";
  if (state === "attended" || state === "reached" || (state === "unanswered" && change === "none")) return state;
  return NEXT[next] ?? "";
}

function table(): string {
  const lines = rows().map(([state, event, cell]) => {
    const texts = cell.texts.map((text) => TEXTS[text]).join(", then ");
    return `| ${state} | ${EVENTS[event] ?? event} | ${texts || "nothing"} | ${CHANGES[cell.change] || "stays"} | ${nextState(state, cell)} | \`${cell.rule}\` |`;
  });
  return ["| State | The customer … | is sent | the ticket … | next | rule |", "| --- | --- | --- | --- | --- | --- |", ...lines].join(
    "\n",
  );
}

function diagram(): string {
  const arrows = rows()
    .filter(([state, , cell]) => nextState(state, cell) !== state)
    .map(([state, event, cell]) => `  ${state} --> ${nextState(state, cell)}: ${event}`);
  return ["```mermaid", "stateDiagram-v2", "  [*] --> fresh", ...arrows, "  closed --> [*]", "```"].join("\n");
}

/** The page docs/FLOW.md. */
export function printFlow(): string {
  return `# What happens when a message comes in

Printed from \`packages/domain/src/flow\` by a test; change the table, then run the test with \`UPDATE_FLOW=1\`.

Every message of a customer is stored first. Then the table below decides what is sent by itself and where the ticket goes.
An empty text is not sent. Texts are set at the connection and at the queue; hours and days under Settings. The hours are those of the ticket's queue, or of
the only one, and the company's without a queue; a menu is open while one of its queues, or the one that takes over for it, is.

${Object.entries(STATES)
  .map(([state, words]) => `- **${state}** ${words}`)
  .join("\n")}

## The table

${table()}

## The same as a diagram

${diagram()}

## Who gets the ticket of a queue

1. The person of the contact's redirect for that queue; while that person is inactive the substitute; else nobody.
2. Of the people selected at the queue, those who are active, in the queue, within their working hours and online (a browser
   of theirs was heard of in the last 5 minutes and has a connection): the one with the fewest open and pending tickets.
3. Nobody: the ticket waits in the queue for all.

## What never happens

- A greeting goes out once per ticket. A repeated webhook or a crash sends no text twice: each text has its cause, which is unique.
- Groups, our own numbers, short codes, history, and messages typed on the phone get no automatic text.
- A chatbot that is slow (15 s), fails, ends its flow or was asked ${CHATBOT_TURNS} times gives the ticket to people.
- After ${BREAKER.texts} automatic texts in ${BREAKER.windowMs / 60_000} minutes the answers of a ticket end and a comment says so: another machine is answering.
- A failing answer never hides a message: after two failures the message is stored without it.

A ticket that its customer reopens within the time of \`timeCreateNewTicket\` keeps its queue and gets no greeting.
Every decision is stored with its rule in \`ticket_decision\` and shown in the details of its ticket: “Why is this ticket here?”.
`;
}
