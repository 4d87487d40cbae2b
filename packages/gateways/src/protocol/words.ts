import { listAt, numberAt, objectAt, objectsAt, textAt, toObject, type PlainObject } from "./plainJson.js";

/** The longest text message of WhatsApp. */
const LONGEST_TEXT = 65_536;
const MOST_LINES = 60;
const DEEPEST = 10;

/** Names a place that its sender goes on sharing: what we show is where they were at first. */
export const LIVE_LOCATION = "Localização em tempo real";

/** The texts that are not empty, each on its own line. */
export function joinLines(...texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join("\n")
    .slice(0, LONGEST_TEXT);
}

/** `Pedido: …`, or the label alone when there is no text. */
export function labelled(label: string, text: string): string {
  return text.trim() === "" ? label : `${label}: ${text.trim()}`;
}

/** An amount with its currency in Brazilian form; empty when `amount` is null. */
export function moneyText(amount: number | null, currency: string): string {
  if (amount === null || !/^[A-Z]{3}$/.test(currency)) return "";
  return new Intl.NumberFormat("pt-BR", { style: "currency", currency }).format(amount);
}

/** An amount that the network counts in thousandths. */
export function money1000(fields: PlainObject | null, name: string, currency: string): string {
  const amount = numberAt(fields, name);
  return moneyText(amount === null ? null : amount / 1000, currency);
}

/** An instant in the documented time zone, which is named because readers may be in another one. */
export function timeText(at: Date | null): string {
  if (at === null) return "";
  const format = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "short", timeZone: "America/Sao_Paulo" });
  return `${format.format(at)} (horário de Brasília)`;
}

/** The object in a JSON text; null when it holds none. */
export function parseObject(text: string): PlainObject | null {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Fields of an answered form that mean nothing to people. */
const INTERNAL_FIELDS: ReadonlySet<string> = new Set(["flow_token", "wa_flow_response_params"]);

/** The fields that a customer filled into a form or chose from a menu, one line per field. */
export function answerLines(answers: PlainObject | null): string[] {
  if (answers === null) return [];
  const fields = Object.entries(answers).filter(([name]) => !INTERNAL_FIELDS.has(name));
  if (fields.every(([name]) => CHOICE.has(name))) return [choiceText(answers)].filter(Boolean);
  return fields.map(([name, value]) => `${fieldLabel(name)}: ${valueText(value)}`);
}

const CHOICE: ReadonlySet<string> = new Set(["id", "title", "description"]);

function choiceText(answers: PlainObject): string {
  return joinLines(textAt(answers, "title"), textAt(answers, "description")) || textAt(answers, "id");
}

/** `screen_0_Nome_completo_1` is the field "Nome completo". */
function fieldLabel(name: string): string {
  const bare = name.replace(/^screen_\d+_/, "").replace(/_\d+$/, "");
  return (bare || name).replaceAll("_", " ").trim() || name;
}

/** Options have their index as a prefix: `0_Sim`. The answer is JSON within JSON, whose depth nothing else limits. */
function valueText(value: unknown, depth = 0): string {
  if (typeof value === "string") return value.replace(/^\d+_(?=\D)/, "").replaceAll("_", " ");
  if (typeof value === "boolean") return value ? "sim" : "não";
  if (typeof value === "number") return String(value);
  if (depth > DEEPEST) return "";
  if (Array.isArray(value)) return value.map((each) => valueText(each, depth + 1)).join(", ");
  const fields = toObject(value) ?? {};
  const names = Object.keys(fields);
  if (names.length > 0 && names.every((name) => CHOICE.has(name))) return choiceText(fields);
  return fileText(fields) || names.map((name) => `${fieldLabel(name)}: ${valueText(fields[name], depth + 1)}`).join(", ");
}

/** A file that a customer added to a form, by its name; empty for other fields. */
function fileText(fields: PlainObject): string {
  const mime = textAt(fields, "mime_type");
  return mime && (textAt(fields, "file_name") || (mime.startsWith("image/") ? "foto" : "arquivo"));
}

/** Field names under which networks keep text for people. */
const WORDS: ReadonlySet<string> = new Set(
  [
    "text body title subtitle headline caption description note comment label footer header",
    "contentText footerText buttonText displayText display_text messageText hydratedTitleText hydratedContentText hydratedFooterText",
    "name groupName optionName formattedTitle orderTitle question eventName eventDescription address message conversation",
  ]
    .join(" ")
    .toLowerCase()
    .split(" "),
);
/** Parts that hold copies of other messages, or no text of the sender. */
const SKIPPED: ReadonlySet<string> = new Set(["contextinfo", "messagecontextinfo", "quotedmessage", "quotedmsg", "context", "key"]);

/**
 * All text in a content without a reader, in its own order, so that a new kind of message still
 * shows something.
 */
export function harvest(value: unknown, depth = 0): string[] {
  if (depth > DEEPEST || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return unique(value.flatMap((each) => harvest(each, depth + 1)));
  const found = Object.entries(value).flatMap(([name, each]) => {
    const key = name.toLowerCase();
    if (SKIPPED.has(key)) return [];
    if (typeof each !== "string") return harvest(each, depth + 1);
    if (/json$/.test(key)) return harvest(parseObject(each), depth + 1);
    return WORDS.has(key) && each.trim() !== "" ? [each.trim()] : [];
  });
  return unique(found);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, MOST_LINES);
}

/** A button with its target. */
export function buttonLine(text: string, target = ""): string {
  return text === "" ? target && `• ${target}` : `• ${target === "" ? text : `${text}: ${target}`}`;
}

/** A list of choices: sections with their rows. */
export function sectionLines(list: PlainObject | null): string[] {
  return objectsAt(list, "sections").flatMap((section) => [
    textAt(section, "title"),
    ...objectsAt(section, "rows").map((row) => `• ${[textAt(row, "title"), textAt(row, "description")].filter(Boolean).join(" – ")}`),
  ]);
}

/**
 * A button of a native flow, whose parameters are JSON: its text, its target and the payment that
 * it requests.
 */
export function flowButtonLines(name: string, parameters: PlainObject | null): string[] {
  const target = textAt(parameters, "url") || textAt(parameters, "phone_number") || textAt(parameters, "copy_code");
  return [
    buttonLine(textAt(parameters, "display_text") || textAt(parameters, "title"), target),
    ...sectionLines(parameters),
    ...(/pay|order/.test(name) ? paymentLines(parameters) : []),
  ];
}

/** A card with a Pix key comes with an order of nothing: quantity and total are zero. */
function paymentLines(parameters: PlainObject | null): string[] {
  const currency = textAt(parameters, "currency");
  const items = objectsAt(objectAt(parameters, "order"), "items").filter((item) => numberAt(item, "quantity") !== 0);
  const settings = listAt(parameters, "payment_settings").map(toObject);
  const total = objectAt(parameters, "total_amount");
  return [
    labelled("Pedido", textAt(parameters, "reference_id")),
    ...items.map(
      (item) => `• ${numberAt(item, "quantity") ?? 1} × ${textAt(item, "name")} ${scaledMoney(objectAt(item, "amount"), currency)}`,
    ),
    numberAt(total, "value") === 0 ? "" : labelled("Total", scaledMoney(total, currency)),
    ...settings.map((setting) => pixLine(objectAt(setting, "pix_static_code") ?? objectAt(setting, "pix_dynamic_code"))),
  ].filter((line) => line !== "Pedido" && line !== "Total");
}

function scaledMoney(amount: PlainObject | null, currency: string): string {
  const value = numberAt(amount, "value");
  return moneyText(value === null ? null : value / (numberAt(amount, "offset") || 1), currency);
}

function pixLine(pix: PlainObject | null): string {
  const key = textAt(pix, "key") || textAt(pix, "code");
  return key === "" ? "" : labelled("Pix", [textAt(pix, "merchant_name"), key].filter(Boolean).join(" · "));
}

interface CalendarEvent {
  readonly isCanceled: boolean;
  readonly name: string;
  readonly start: Date | null;
  readonly description: string;
  /** With its name and address. */
  readonly place: PlainObject | null;
  readonly link: string;
}

/** What an invitation to an event says: name, time, description, place and link. */
export function calendarWords({ isCanceled, name, start, description, place, link }: CalendarEvent): string {
  return joinLines(
    labelled(isCanceled ? "Evento cancelado" : "Evento", name),
    timeText(start),
    description,
    [textAt(place, "name"), textAt(place, "address")].filter(Boolean).join(", "),
    link,
  );
}
