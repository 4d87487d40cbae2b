import { failure } from "./failure.js";
import { listOf, needed, objectOf, textOf } from "./fields.js";
import type { GraphWorld } from "./world.js";
import { isMoving, isOggWithoutOpus, isScreenPicture } from "./mediaBytes.js";
import { checkTemplateSend } from "./templateRules.js";
import type { Json, MediaFile } from "./types.js";

const MB = 1024 * 1024;
/** The types and the largest size that are accepted for each kind. */
const MEDIA: Readonly<Record<string, { readonly types: RegExp; readonly most: number }>> = {
  image: { types: /^image\/(jpeg|png)$/, most: 5 * MB },
  video: { types: /^video\/(mp4|3gpp)$/, most: 16 * MB },
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, most: 16 * MB },
  document: { types: /./, most: 100 * MB },
  sticker: { types: /^image\/webp$/, most: 500 * 1024 },
};
/** Meta's reference of media: images are 8-bit RGB or RGBA, stickers that stand still have 100 KB, Ogg is Opus. */
const STILL_STICKER = 100 * 1024;
const LONGEST_TEXT = 4096;
const LONGEST_CAPTION = 1024;
const LONGEST_CALLBACK_DATA = 512;

/** Checks the content of a message as Meta does; throws Meta's failure. */
export function checkContent(world: GraphWorld, wabaId: string, body: Json): void {
  const type = textOf(body, "type");
  const fields = objectOf(body, type);
  if (textOf(body, "biz_opaque_callback_data").length > LONGEST_CALLBACK_DATA) throw failure(100, "biz_opaque_callback_data is too long");
  if (Object.hasOwn(MEDIA, type)) return checkMedia(world, type, fields);
  switch (type) {
    case "text":
      needed(fields, "body", LONGEST_TEXT);
      return;
    case "location":
      if (!isCoordinate(fields["latitude"], 90) || !isCoordinate(fields["longitude"], 180))
        throw failure(131009, "latitude and longitude must be numbers");
      return;
    case "contacts":
      checkContacts(body);
      return;
    case "reaction":
      if (!world.received.has(needed(fields, "message_id")) && !world.sent.has(textOf(fields, "message_id")))
        throw failure(131009, "reaction.message_id is not a known message");
      return;
    case "template":
      checkTemplate(world, wabaId, fields);
      return;
    case "interactive":
      checkInteractive(fields);
      return;
    default:
      throw failure(100, `Param type must be one of {AUDIO, CONTACTS, DOCUMENT, …} - got "${type}".`);
  }
}

function isCoordinate(value: unknown, most: number): boolean {
  return typeof value === "number" && Math.abs(value) <= most;
}

function checkMedia(world: GraphWorld, type: string, fields: Json): void {
  const { types, most } = MEDIA[type] ?? { types: /./, most: 0 };
  if (textOf(fields, "caption").length > LONGEST_CAPTION)
    throw failure(100, `Param ${type}['caption'] must be at most ${LONGEST_CAPTION} characters long.`);
  if (fields["caption"] !== undefined && (type === "audio" || type === "sticker"))
    throw failure(100, `Unexpected key "caption" on param "${type}".`);
  if (textOf(fields, "link") !== "") return;
  const file: MediaFile | undefined = world.media.get(needed(fields, "id"));
  if (file === undefined || file.expires < world.clock.now()) throw failure(100, "Invalid media id");
  if (!types.test(file.mime)) throw failure(131053, `${type}: unsupported media type ${file.mime}`);
  if (file.bytes.length > most) throw failure(131053, `${type}: file of ${file.bytes.length} bytes is larger than ${most}`);
  if (type === "image" && !isScreenPicture(file.bytes)) throw failure(131053, "image: images must be 8-bit, RGB or RGBA");
  if (type === "sticker" && !isMoving(file.bytes) && file.bytes.length > STILL_STICKER)
    throw failure(131053, `sticker: ${file.bytes.length} bytes`);
  if (type === "audio" && file.mime === "audio/ogg" && isOggWithoutOpus(file.bytes))
    throw failure(131053, "audio: Ogg files must be encoded with Opus");
  if (fields["voice"] === true && file.mime !== "audio/ogg") throw failure(131053, "voice messages must be Ogg files with Opus");
}

function checkContacts(body: Json): void {
  const contacts = listOf(body, "contacts");
  if (contacts.length === 0) throw failure(131008, "Parameter contacts is required");
  for (const contact of contacts) {
    const name = objectOf(contact, "name");
    needed(name, "formatted_name");
    if (Object.keys(name).length < 2) throw failure(131009, "contacts.name needs a part besides formatted_name");
  }
}

function checkInteractive(fields: Json): void {
  const action = objectOf(fields, "action");
  needed(objectOf(fields, "body"), "text", 4096);
  if (textOf(fields, "type") === "button" && listOf(action, "buttons").length > 3) throw failure(131009, "at most 3 buttons");
  if (textOf(fields, "type") === "list") {
    needed(action, "button", 20);
    const rows = listOf(action, "sections").flatMap((section) => listOf(section, "rows"));
    if (rows.length === 0 || rows.length > 10) throw failure(131009, "a list has 1 to 10 rows");
    for (const row of rows) needed(row, "title", 24);
  }
}

function checkTemplate(world: GraphWorld, wabaId: string, fields: Json): void {
  const name = needed(fields, "name");
  const language = needed(objectOf(fields, "language"), "code");
  const template = world.wabas.get(wabaId)?.templates.find((known) => known.name === name && known.language === language);
  if (template === undefined) throw failure(132001, `template name (${name}) does not exist in ${language}`, 404);
  if (template.status === "PAUSED") throw failure(132015, "Template is paused");
  if (template.status === "DISABLED") throw failure(132016, "Template is disabled");
  if (template.status !== "APPROVED") throw failure(132001, `template name (${name}) does not exist in ${language}`, 404);
  checkTemplateSend(template, listOf(fields, "components"), (kind, media) => checkMedia(world, kind, media));
}
