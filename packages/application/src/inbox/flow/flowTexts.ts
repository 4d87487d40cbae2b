import { BOT_WAIT_MESSAGE, UNNAMED_ATTENDANT, withDefaultMessages } from "@balcao/domain/connections";
import { menuText, questionsText, type FlowText, type MenuOption } from "@balcao/domain/flow";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import type { LockedTicket } from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { TextNames } from "../outgoing/index.js";

interface TextPlace {
  readonly directory: DirectorySnapshot;
  readonly connection: DirectoryConnectionRow;
  /** The queues of the menu, in the customer's order. */
  readonly queues: readonly MenuOption[];
  /** The bot's questions, in their order. */
  readonly questions?: readonly MenuOption[];
  /** The answer of the question that the customer chose. */
  readonly answer?: string;
}

type Words = (place: TextPlace, ticket: Pick<LockedTicket, "queueId">) => string;

const WORDS: { readonly [T in FlowText]: Words } = {
  outOfHours: ({ directory, connection: { outOfHoursMessage } }, { queueId }) =>
    (queueId === null ? undefined : directory.queues.get(queueId)?.outOfHoursMessage) ||
    withDefaultMessages({ outOfHoursMessage }).messages.outOfHoursMessage,
  greeting: ({ connection }) => connection.greetingMessage,
  greetingWithMenu: ({ connection, queues }) => menuText(connection.greetingMessage, queues),
  menu: ({ queues }) => menuText("", queues),
  queueGreeting: ({ directory }, { queueId }) => (queueId === null ? undefined : directory.queues.get(queueId)?.greetingMessage) ?? "",
  redirectGreeting: ({ connection }) => connection.greetingRedirectMessage,
  questions: ({ connection: { greetingBotMessage }, questions = [] }) =>
    questionsText(withDefaultMessages({ greetingBotMessage }).messages.greetingBotMessage, questions),
  questionAnswer: ({ answer = "" }) => answer,
  waitNotice: () => BOT_WAIT_MESSAGE,
  farewell: ({ connection }) => connection.farewellMessage,
  ratingThanks: ({ connection }) => withDefaultMessages({ npsTksMessage: connection.npsThanksMessage }).messages.npsTksMessage,
  optOutAnswer: ({ directory }) => directory.settings.optOutAnswer,
};

/** The words of an automatic text; empty when the company wrote none. Placeholders are not filled. */
export const flowText = (kind: FlowText, ticket: Pick<LockedTicket, "queueId">, place: TextPlace): string => WORDS[kind](place, ticket);

/** Who has the ticket, and its queue, by name. */
export function flowNames({ userId, queueId }: Pick<LockedTicket, "userId" | "queueId">, { users, queues }: DirectorySnapshot): TextNames {
  return {
    user: (userId === null ? undefined : users.get(userId)?.name) ?? UNNAMED_ATTENDANT,
    queue: (queueId === null ? undefined : queues.get(queueId)?.name) ?? "",
  };
}
