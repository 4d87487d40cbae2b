import type { PlainObject } from "../protocol/plainJson.js";
import { objectAt, textAt, toObject, valueAt } from "../protocol/plainJson.js";
import { toWidText, widAt } from "./wids.js";

/** What is kept of a message of the page: no keys of its media, no thumbnails, no copy of what it quotes. */
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
  "eventName",
  "latestEditSenderTimestampMs",
  "templateParams",
] as const;

const WID_FIELDS = ["from", "to", "author"] as const;
/** Media carries its thumbnail as body. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(["image", "video", "gif", "audio", "ptt", "document", "sticker", "ptv"]);
const LONGEST_ID = 200;

function isMediaType(type: string): boolean {
  return MEDIA_TYPES.has(type);
}

/** The raw data of one of the library's objects. */
export function rawOf(value: unknown): PlainObject | null {
  return toObject(valueAt(toObject(value), "_data")) ?? toObject(valueAt(toObject(value), "rawData"));
}

/** One message of the page as plain JSON, small enough to be journalled; null when it has no usable id. */
export function toMessagePayload(raw: PlainObject | null): PlainObject | null {
  const key = toKeyPayload(objectAt(raw, "id"));
  if (raw === null || key === null) return null;
  const kept = Object.fromEntries<unknown>(
    KEPT.filter((name) => raw[name] !== undefined && raw[name] !== null).map((name) => [name, raw[name]]),
  );
  const wids = Object.fromEntries(WID_FIELDS.map((name): [string, string] => [name, widAt(raw, name)]).filter(([, wid]) => wid !== ""));
  const hasMedia = textAt(raw, "directPath") !== "" || isMediaType(textAt(raw, "type"));
  return {
    ...kept,
    ...wids,
    id: key,
    ...(hasMedia ? { hasMedia: textAt(raw, "directPath") !== "" } : { body: textAt(raw, "body") }),
    mentions: listOfWids(valueAt(raw, "mentionedJidList")),
  };
}

/** A message's key: whose it is, its chat, its id, and who wrote it in a group. */
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

/** Every address in a payload, whose other forms are asked of the page before it is journalled. */
export function widsIn(payload: PlainObject): string[] {
  const message = objectAt(payload, "message");
  const key = objectAt(message, "id") ?? objectAt(payload, "target");
  const named = [widAt(key, "remote"), widAt(key, "participant"), widAt(message, "author"), widAt(message, "from"), widAt(payload, "by")];
  const mentions = valueAt(message, "mentions");
  return [...named, ...listOfWids(mentions), widAt(payload, "from"), widAt(payload, "to"), widAt(payload, "chat")].filter(
    (wid) => wid !== "",
  );
}
