import { type PlainObject, objectAt, textAt, toObject, valueAt } from "../protocol/plainJson.js";
import { toWidText, widAt } from "./wids.js";

/** The kept fields of a message: no media keys, no thumbnails. */
const KEPT = [
  "type",
  "subtype",
  "t",
  "ack",
  "caption",
  "mimetype",
  "filename",
  "duration",
  "size",
  "lat",
  "lng",
  "loc",
  "vcardFormattedName",
  "vcardList",
  "notifyName",
  "quotedStanzaID",
  "isForwarded",
  "isViewOnce",
  "pollName",
  "pollOptions",
  "latestEditSenderTimestampMs",
  "templateParams",
  "associationType",
] as const;

/** Text fields of structured messages beside the body, under the page's own names. */
const STRUCTURED = [
  "title",
  "description",
  "footer",
  "list",
  "listResponse",
  "hydratedButtons",
  "dynamicReplyButtons",
  "interactiveHeader",
  "interactivePayload",
  "nativeFlowResponse",
  "interactiveResponse",
  "orderTitle",
  "message",
  "itemCount",
  "totalAmount1000",
  "totalCurrencyCode",
  "currencyCode",
  "priceAmount1000",
  "paymentAmount1000",
  "paymentCurrency",
  "paymentNoteMsg",
  "inviteGrpName",
  "comment",
  "newsletterName",
  "eventName",
  "eventDescription",
  "eventLocation",
  "eventStartTime",
  "eventIsCanceled",
  "eventJoinLink",
  "stickerPackName",
  "ctwaContext",
] as const;

const WID_FIELDS = ["from", "to", "author"] as const;
/** Types whose body is a thumbnail. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(["image", "video", "gif", "audio", "ptt", "document", "sticker", "ptv"]);
const LONGEST_ID = 200;
const LONGEST_WORDS = 16_384;
const DEEPEST = 8;

function isMediaType(type: string): boolean {
  return MEDIA_TYPES.has(type);
}

/** The raw data of one of the library's objects. */
export function rawOf(value: unknown): PlainObject | null {
  return toObject(valueAt(toObject(value), "_data")) ?? toObject(valueAt(toObject(value), "rawData"));
}

/**
 * One message of the page as plain JSON, small enough for the journal; null when it has no usable
 * id.
 */
export function toMessagePayload(raw: PlainObject | null): PlainObject | null {
  const key = toKeyPayload(objectAt(raw, "id"));
  if (raw === null || key === null) return null;
  const parent = toKeyPayload(objectAt(raw, "parentMsgKey"));
  const wids = Object.fromEntries(WID_FIELDS.map((name): [string, string] => [name, widAt(raw, name)]).filter(([, wid]) => wid !== ""));
  const hasMedia = textAt(raw, "directPath") !== "" || isMediaType(textAt(raw, "type"));
  return {
    ...contentPayload(raw),
    ...wids,
    id: key,
    ...(parent && { parentMsgKey: parent }),
    ...quotedPayload(raw),
    ...(hasMedia ? { hasMedia: textAt(raw, "directPath") !== "" } : { body: textAt(raw, "body") }),
    mentions: listOfWids(valueAt(raw, "mentionedJidList")),
  };
}

function contentPayload(raw: PlainObject): PlainObject {
  const present = (name: string): boolean => raw[name] !== undefined && raw[name] !== null;
  return Object.fromEntries<unknown>([
    ...KEPT.filter(present).map((name): [string, unknown] => [name, raw[name]]),
    ...STRUCTURED.filter(present).map((name): [string, unknown] => [name, withoutBytes(raw[name])]),
  ]);
}

/** The page's copy of the quoted message, which has no id of its own. */
function quotedPayload(raw: PlainObject): PlainObject {
  const quoted = objectAt(raw, "quotedMsg");
  if (quoted === null) return {};
  const body = isMediaType(textAt(quoted, "type")) ? {} : { body: withoutBytes(textAt(quoted, "body")) };
  return { quoted: { ...contentPayload(quoted), ...body }, quotedParticipant: widAt(raw, "quotedParticipant") };
}

/**
 * A value without thumbnails and other bytes, which the page writes as long texts or lists of
 * numbers.
 */
function withoutBytes(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.length > LONGEST_WORDS ? undefined : value;
  if (typeof value !== "object" || value === null) return typeof value === "function" ? undefined : value;
  if (ArrayBuffer.isView(value) || depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((each) => withoutBytes(each, depth + 1)).filter((each) => each !== undefined);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/thumbnail|jpeg|mediaKey/i.test(name))
      .map(([name, each]) => [name, withoutBytes(each, depth + 1)]),
  );
}

/** A message's key: direction, chat, id, and the author in a group. */
export function toKeyPayload(id: PlainObject | null): PlainObject | null {
  const bare = textAt(id, "id");
  const remote = widAt(id, "remote");
  if (bare === "" || bare.length > LONGEST_ID || remote === "") return null;
  const participant = widAt(id, "participant");
  return {
    id: bare,
    remote,
    fromMe: valueAt(id, "fromMe") === true,
    serialized: textAt(id, "_serialized"),
    ...(participant === "" ? {} : { participant }),
  };
}

function listOfWids(value: unknown): string[] {
  return Array.isArray(value) ? value.map(toWidText).filter((wid) => wid !== "") : [];
}

/**
 * Every address in a payload; their other forms are requested from the page before it is
 * journalled.
 */
export function widsIn(payload: PlainObject): string[] {
  const message = objectAt(payload, "message");
  const key = objectAt(message, "id") ?? objectAt(payload, "target");
  const named = [widAt(key, "remote"), widAt(key, "participant"), widAt(message, "author"), widAt(message, "from"), widAt(payload, "by")];
  const mentions = valueAt(message, "mentions");
  const quoted = widAt(message, "quotedParticipant");
  return [...named, ...listOfWids(mentions), quoted, widAt(payload, "from"), widAt(payload, "to"), widAt(payload, "chat")].filter(
    (wid) => wid !== "",
  );
}
