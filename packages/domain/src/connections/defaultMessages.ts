/** The texts of a connection that go to customers in the company's name. */
export interface ConnectionMessages {
  readonly outOfHoursMessage: string;
  readonly transferMessage: string;
  readonly greetingBotMessage: string;
  readonly npsMessage: string;
  readonly npsTksMessage: string;
}

/** What replaces an empty text (CONN-018, NPS-005, D-144). */
export const DEFAULT_MESSAGES: ConnectionMessages = {
  outOfHoursMessage: "Olá! No momento estamos fora do nosso horário de atendimento. Assim que possível retornaremos.",
  transferMessage: "Seu atendimento foi transferido para {{user}} - {{queue}}.",
  greetingBotMessage: "Escolha uma das opções abaixo:",
  npsMessage: "Por favor, avalie nosso atendimento com uma nota de 1 a 5.",
  npsTksMessage: "Obrigado pela sua avaliação!",
};

/** The value of `{{user}}` in the notice of a transfer without a user (D-053). */
export const UNNAMED_ATTENDANT = "atendente";

/**
 * Fixed texts of the bot: the reply to 99 (D-174) and the two options under every list (CONN-019,
 * D-173).
 */
export const BOT_WAIT_MESSAGE = "Aguarde, você será atendido em breve.";
export const BOT_FIXED_OPTIONS = ["99 - Falar com um atendente", "00 - Encerrar atendimento"] as const;

/** The warning when a text was replaced by its default. */
export const DEFAULTED_WARNING = "Mensagem alterada para o padrão.";

type MessageField = keyof ConnectionMessages;
const FIELDS = Object.keys(DEFAULT_MESSAGES).filter((name): name is MessageField => Object.hasOwn(DEFAULT_MESSAGES, name));

/**
 * The texts with every empty or blank one replaced by its default, and the names of those that were
 * replaced.
 */
export function withDefaultMessages(messages: Partial<ConnectionMessages>): {
  readonly messages: ConnectionMessages;
  readonly replaced: readonly MessageField[];
} {
  const replaced = FIELDS.filter((field) => (messages[field] ?? "").trim() === "");
  const defaults = Object.fromEntries(replaced.map((field) => [field, DEFAULT_MESSAGES[field]]));
  return { messages: { ...DEFAULT_MESSAGES, ...messages, ...defaults }, replaced };
}
