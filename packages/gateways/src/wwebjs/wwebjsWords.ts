import { dateAt, flagAt, idAt, numberAt, objectAt, objectsAt, textAt, type PlainObject } from "../protocol/plainJson.js";
import { adField, referralText } from "../protocol/referral.js";
import {
  answerLines,
  buttonLine,
  calendarWords,
  harvest,
  joinLines,
  labelled,
  money1000,
  parseObject,
  sectionLines,
} from "../protocol/words.js";

type Reader = (message: PlainObject | null) => string;

/** Readers of the text of structured messages, by the page's own types. */
const READERS: Readonly<Record<string, Reader>> = {
  list: (message) => {
    const list = objectAt(message, "list");
    return joinLines(textAt(list, "title"), textAt(list, "description"), ...sectionLines(list), textAt(list, "footerText"));
  },
  list_response: (message) => {
    const response = objectAt(message, "listResponse");
    return joinLines(textAt(response, "title") || textAt(message, "body"), textAt(response, "description"));
  },
  interactive_response: responseWords,
  native_flow_response: responseWords,
  order: (message) => {
    const count = numberAt(message, "itemCount");
    const facts = [
      count === null ? "" : count === 1 ? "1 item" : `${count} itens`,
      money1000(message, "totalAmount1000", textAt(message, "totalCurrencyCode")),
    ];
    return joinLines(labelled("Pedido", textAt(message, "orderTitle")), textAt(message, "message"), facts.filter(Boolean).join(" · "));
  },
  product: (message) =>
    joinLines(
      textAt(message, "body"),
      labelled("Produto", textAt(message, "title")),
      textAt(message, "description"),
      money1000(message, "priceAmount1000", textAt(message, "currencyCode")),
      textAt(message, "footer"),
    ),
  payment: (message) =>
    joinLines(
      labelled("Pagamento", money1000(message, "paymentAmount1000", textAt(message, "paymentCurrency"))),
      textAt(objectAt(message, "paymentNoteMsg"), "body"),
    ),
  groups_v4_invite: (message) =>
    joinLines(labelled("Convite para o grupo", textAt(message, "inviteGrpName")), textAt(message, "comment") || textAt(message, "caption")),
  newsletter_admin_invite: (message) =>
    joinLines(labelled("Convite para o canal", textAt(message, "newsletterName")), textAt(message, "caption")),
  event_creation: eventWords,
  event: eventWords,
};

/**
 * The text of a message other than a plain file, location or contact card; for a type without a
 * reader, any text in it.
 */
export function wordsOf(type: string, message: PlainObject | null): string {
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const spoken = withoutPicture(type, message);
  const words = reader?.(spoken) ?? joinLines(textAt(spoken, "title"), textAt(spoken, "body"));
  return joinLines(words, ...frameOf(spoken, words)) || joinLines(...harvest(spoken));
}

/** Products and invitations have their picture as the body. */
function withoutPicture(type: string, message: PlainObject | null): PlainObject {
  const isPicture = type !== "chat" && /^(\/9j\/|iVBORw0)[\w+/=\s]{40,}$/.test(textAt(message, "body"));
  return isPicture ? { ...message, body: "" } : { ...message };
}

/** Footer and buttons of a template, around a text or below a file. */
export function frameOf(message: PlainObject | null, words: string): string[] {
  const footer = textAt(message, "footer");
  const buttons = [...objectsAt(message, "hydratedButtons"), ...objectsAt(message, "dynamicReplyButtons")].map(buttonText);
  return [words.includes(footer) ? "" : footer, ...new Set(buttons)].filter(Boolean);
}

/** The advertisement that the customer tapped before writing. */
export function advertisementOf(message: PlainObject | null): string {
  const context = objectAt(message, "ctwaContext");
  return referralText(textAt(context, "title"), textAt(context, "description"), textAt(context, "sourceUrl"), true);
}

/** The same as a field of the message's event. */
export function adFieldOf(message: PlainObject | null): ReturnType<typeof adField> {
  const context = objectAt(message, "ctwaContext");
  return adField({ headline: textAt(context, "title"), id: idAt(context, "sourceId"), url: textAt(context, "sourceUrl") });
}

function buttonText(button: PlainObject): string {
  const pressed = objectAt(button, "quickReplyButton") ?? objectAt(button, "urlButton") ?? objectAt(button, "callButton");
  const text = textAt(pressed, "displayText") || textAt(objectAt(button, "buttonText"), "displayText");
  return buttonLine(text, textAt(pressed, "url") || textAt(pressed, "phoneNumber"));
}

function responseWords(message: PlainObject | null): string {
  const response =
    objectAt(message, "nativeFlowResponse") ?? objectAt(objectAt(message, "interactiveResponse"), "nativeFlowResponseMessage");
  const lines = answerLines(parseObject(textAt(response, "paramsJson")));
  const body = textAt(message, "body");
  return lines.length === 1 && body !== "" && !lines[0]?.includes(": ") ? body : joinLines(body, ...lines);
}

function eventWords(message: PlainObject | null): string {
  return calendarWords({
    isCanceled: flagAt(message, "eventIsCanceled"),
    name: textAt(message, "eventName"),
    start: dateAt(message, "eventStartTime"),
    description: textAt(message, "eventDescription"),
    place: objectAt(message, "eventLocation"),
    link: textAt(message, "eventJoinLink"),
  });
}
