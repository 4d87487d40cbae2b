import { pollText } from "./messageParts.js";
import { dateAt, flagAt, listAt, numberAt, objectAt, objectsAt, textAt, toObject, type PlainObject } from "./plainJson.js";
import {
  answerLines,
  buttonLine,
  calendarWords,
  flowButtonLines,
  harvest,
  joinLines,
  labelled,
  money1000,
  parseObject,
  sectionLines,
  timeText,
} from "./words.js";

/**
 * Fields merged with those of one of their choices: Go writes a choice below the choice's own name.
 */
function withChoice(fields: PlainObject | null, choice: string): PlainObject {
  return { ...fields, ...objectAt(fields, choice) };
}

type Reader = (fields: PlainObject | null) => string;

/** Readers of the text of each structured kind of message; names in lower case. */
const READERS: Readonly<Record<string, Reader>> = {
  templatemessage: (fields) => templateWords(withChoice(fields, "format")),
  highlystructuredmessage: hsmWords,
  buttonsmessage: buttonsWords,
  listmessage: listWords,
  interactivemessage: interactiveWords,
  interactiveresponsemessage: responseWords,
  listresponsemessage: (fields) =>
    joinLines(textAt(fields, "title"), textAt(fields, "description")) || textAt(objectAt(fields, "singleSelectReply"), "selectedRowId"),
  buttonsresponsemessage: (fields) => textAt(withChoice(fields, "response"), "selectedDisplayText") || textAt(fields, "selectedButtonId"),
  templatebuttonreplymessage: (fields) => textAt(fields, "selectedDisplayText") || textAt(fields, "selectedId"),
  ordermessage: orderWords,
  productmessage: productWords,
  invoicemessage: (fields) => labelled("Fatura", textAt(fields, "note")),
  sendpaymentmessage: (fields) => labelled("Pagamento", noteOf(fields)),
  requestpaymentmessage: (fields) =>
    joinLines(labelled("Pedido de pagamento", money1000(fields, "amount1000", textAt(fields, "currencyCodeIso4217"))), noteOf(fields)),
  declinepaymentrequestmessage: () => "Pedido de pagamento recusado",
  cancelpaymentrequestmessage: () => "Pedido de pagamento cancelado",
  paymentinvitemessage: () => "Convite para pagamentos no WhatsApp",
  eventmessage: eventWords,
  eventinvitemessage: eventInviteWords,
  groupinvitemessage: (fields) => joinLines(labelled("Convite para o grupo", textAt(fields, "groupName")), textAt(fields, "caption")),
  newsletteradmininvitemessage: channelWords,
  newsletterfollowerinvitemessagev2: channelWords,
  stickerpackmessage: (fields) =>
    joinLines(labelled("Pacote de figurinhas", textAt(fields, "name")), textAt(fields, "publisher"), textAt(fields, "caption")),
  pollresultsnapshotmessage: pollResultWords,
  pollresultsnapshotmessagev3: pollResultWords,
  scheduledcallcreationmessage: (fields) =>
    joinLines(labelled("Chamada agendada", textAt(fields, "title")), timeText(instantOfMs(fields, "scheduledTimestampMs"))),
  requestphonenumbermessage: () => "Pedido do número de telefone",
};

/** Whether a kind of structured message has a reader of its own. */
export const hasReader = (name: string): boolean => Object.hasOwn(READERS, name);

/**
 * The text of a structured message; for a kind without a reader, any text in it. Empty when there
 * is none.
 */
export function structuredWords(name: string, value: unknown): string {
  const reader = hasReader(name) ? READERS[name] : undefined;
  if (reader === undefined) return joinLines(...harvest(value));
  return reader(toObject(value)) || joinLines(...harvest(value));
}

/** Parts of a structured message that may hold a picture, a video or a document. */
export function mediaHolders(name: string, value: unknown): PlainObject[] {
  const fields = toObject(value);
  switch (name) {
    case "templatemessage": {
      const format = withChoice(fields, "format");
      return templatesOf(format)
        .map((template) => withChoice(template, "title"))
        .concat(mediaHolders("interactivemessage", objectAt(format, "interactiveMessageTemplate")));
    }
    case "buttonsmessage":
      return [withChoice(fields, "header")];
    case "interactivemessage":
      return [withChoice(objectAt(fields, "header"), "media")];
    case "productmessage":
      return [{ imageMessage: objectAt(objectAt(fields, "product"), "productImage") }];
    default:
      return [];
  }
}

/** Reads one template under each of its names. */
function templatesOf(format: PlainObject): PlainObject[] {
  return ["hydratedTemplate", "hydratedFourRowTemplate", "fourRowTemplate"]
    .map((name) => objectAt(format, name))
    .filter((template) => template !== null)
    .slice(0, 1);
}

function templateWords(format: PlainObject): string {
  const [template] = templatesOf(format);
  if (template === undefined) return interactiveWords(objectAt(format, "interactiveMessageTemplate"));
  const titled = withChoice(template, "title");
  return joinLines(
    textAt(titled, "hydratedTitleText") || hsmWords(objectAt(titled, "highlyStructuredMessage")),
    textAt(template, "hydratedContentText") || hsmWords(objectAt(template, "content")),
    textAt(template, "hydratedFooterText") || hsmWords(objectAt(template, "footer")),
    ...objectsAt(template, "hydratedButtons").map(templateButton),
    ...objectsAt(template, "buttons").map(templateButton),
  );
}

function templateButton(button: PlainObject): string {
  const choices = withChoice(withChoice(button, "hydratedButton"), "button");
  const pressed = objectAt(choices, "quickReplyButton") ?? objectAt(choices, "urlButton") ?? objectAt(choices, "callButton");
  const text = textAt(pressed, "displayText") || hsmWords(objectAt(pressed, "displayText"));
  const url = textAt(pressed, "url") || hsmWords(objectAt(pressed, "url"));
  return buttonLine(text, url || textAt(pressed, "phoneNumber") || hsmWords(objectAt(pressed, "phoneNumber")));
}

/**
 * A template that the receiver's app would fill in; when it arrives unfilled, only its values are
 * text.
 */
function hsmWords(fields: PlainObject | null): string {
  const filled = objectAt(fields, "hydratedHsm");
  if (filled !== null) return templateWords(withChoice(filled, "format"));
  const params = listAt(fields, "params").filter((each) => typeof each === "string");
  return joinLines(...params, ...(params.length > 0 ? [] : objectsAt(fields, "localizableParams").map((each) => textAt(each, "default"))));
}

function buttonsWords(fields: PlainObject | null): string {
  const buttons = objectsAt(fields, "buttons").flatMap((button) => [
    buttonLine(textAt(objectAt(button, "buttonText"), "displayText")),
    ...nativeButton(objectAt(button, "nativeFlowInfo"), "paramsJson"),
  ]);
  return joinLines(textAt(withChoice(fields, "header"), "text"), textAt(fields, "contentText"), textAt(fields, "footerText"), ...buttons);
}

function nativeButton(button: PlainObject | null, parameters: "paramsJson" | "buttonParamsJson"): string[] {
  return flowButtonLines(textAt(button, "name"), parseObject(textAt(button, parameters)));
}

function listWords(fields: PlainObject | null): string {
  return joinLines(textAt(fields, "title"), textAt(fields, "description"), ...sectionLines(fields), textAt(fields, "footerText"));
}

function interactiveWords(fields: PlainObject | null): string {
  const header = objectAt(fields, "header");
  const choice = withChoice(fields, "interactiveMessage");
  return joinLines(
    textAt(header, "title"),
    textAt(header, "subtitle"),
    textAt(objectAt(fields, "body"), "text"),
    textAt(objectAt(fields, "footer"), "text"),
    ...objectsAt(objectAt(choice, "nativeFlowMessage"), "buttons").flatMap((button) => nativeButton(button, "buttonParamsJson")),
    ...objectsAt(objectAt(choice, "carouselMessage"), "cards").map(interactiveWords),
  );
}

/**
 * A form's answers are named fields beside a text such as "Sent"; for a menu the text is the
 * answer.
 */
function responseWords(fields: PlainObject | null): string {
  const body = textAt(objectAt(fields, "body"), "text");
  const response = objectAt(withChoice(fields, "interactiveResponseMessage"), "nativeFlowResponseMessage");
  const lines = answerLines(parseObject(textAt(response, "paramsJson")));
  const isChoice = lines.length === 1 && body !== "" && !lines[0]?.includes(": ");
  return isChoice ? body : joinLines(body, ...lines);
}

function orderWords(fields: PlainObject | null): string {
  const count = numberAt(fields, "itemCount");
  return joinLines(
    labelled("Pedido", textAt(fields, "orderTitle")),
    textAt(fields, "message"),
    [
      count === null ? "" : count === 1 ? "1 item" : `${count} itens`,
      money1000(fields, "totalAmount1000", textAt(fields, "totalCurrencyCode")),
    ]
      .filter(Boolean)
      .join(" · "),
  );
}

function productWords(fields: PlainObject | null): string {
  const product = objectAt(fields, "product");
  const catalog = objectAt(fields, "catalog");
  const currency = textAt(product, "currencyCode");
  const price = money1000(product, "salePriceAmount1000", currency) || money1000(product, "priceAmount1000", currency);
  const subject =
    product === null
      ? [labelled("Catálogo", textAt(catalog, "title")), textAt(catalog, "description")]
      : [labelled("Produto", textAt(product, "title")), textAt(product, "description"), price, textAt(product, "url")];
  return joinLines(textAt(fields, "body"), ...subject, textAt(fields, "footer"));
}

function noteOf(fields: PlainObject | null): string {
  const note = objectAt(fields, "noteMessage");
  return textAt(note, "conversation") || textAt(objectAt(note, "extendedTextMessage"), "text");
}

function eventWords(fields: PlainObject | null): string {
  return calendarWords({
    isCanceled: flagAt(fields, "isCanceled"),
    name: textAt(fields, "name"),
    start: dateAt(fields, "startTime"),
    description: textAt(fields, "description"),
    place: objectAt(fields, "location"),
    link: textAt(fields, "joinLink"),
  });
}

function eventInviteWords(fields: PlainObject | null): string {
  return calendarWords({
    isCanceled: flagAt(fields, "isCanceled"),
    name: textAt(fields, "eventTitle"),
    start: dateAt(fields, "startTime"),
    description: textAt(fields, "caption"),
    place: null,
    link: "",
  });
}

function channelWords(fields: PlainObject | null): string {
  return joinLines(labelled("Convite para o canal", textAt(fields, "newsletterName")), textAt(fields, "caption"));
}

function pollResultWords(fields: PlainObject | null): string {
  const votes = objectsAt(fields, "pollVotes").map((vote) => `${textAt(vote, "optionName")}: ${numberAt(vote, "optionVoteCount") ?? 0}`);
  return pollText(textAt(fields, "name"), votes);
}

function instantOfMs(fields: PlainObject | null, name: string): Date | null {
  const ms = numberAt(fields, name);
  return ms === null ? null : dateAt({ at: ms / 1000 }, "at");
}
