import { createHash } from "node:crypto";
import { metadataOf, toStandby } from "./agent.js";
import { toSeconds } from "./clock.js";
import type { Change, Json, MediaFile } from "./types.js";
import { windowKey, type GraphWorld } from "./world.js";

const MEDIA_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** An action of a customer. `fields` are copied into the message below its type. */
export interface GraphInbound {
  readonly phoneNumberId?: string;
  /** The customer's number; absent for one who hides it. */
  readonly from?: string;
  readonly bsuid?: string;
  readonly name?: string;
  readonly kind: string;
  readonly text?: string;
  readonly fields?: unknown;
  readonly media?: { readonly bytes: Uint8Array; readonly mime: string; readonly fileName?: string; readonly voice?: boolean };
  /** Id of the quoted message. */
  readonly quoted?: string;
  readonly forwarded?: boolean;
  readonly target?: string;
  readonly emoji?: string;
  /** Further fields of the message. */
  readonly more?: Json;
}

/** Makes the webhook of a customer's action, and opens the window of 24 hours. */
export function toInboundChange(world: GraphWorld, input: GraphInbound): { readonly id: string; readonly change: Change } {
  const number = world.numbers.get(input.phoneNumberId ?? [...world.numbers.keys()][0] ?? "");
  if (number === undefined) throw new Error("no such number");
  const customer = input.from ?? input.bsuid;
  if (customer === undefined) throw new Error("a customer has a number or a user id");
  const id = world.nextWamid();
  world.received.set(id, { read: false, typing: 0, from: customer });
  world.windows.set(windowKey(number.id, customer), world.clock.now());
  const who = {
    ...(input.from === undefined ? {} : { from: input.from }),
    ...(input.bsuid === undefined ? {} : { from_user_id: input.bsuid }),
  };
  const context = {
    ...(input.quoted === undefined ? {} : { from: number.display.replace(/\D/g, ""), id: input.quoted }),
    ...(input.forwarded ? { forwarded: true } : {}),
  };
  const message = {
    ...who,
    id,
    timestamp: toSeconds(world.clock.now()),
    type: input.kind,
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...contentOf(world, input),
    ...input.more,
  };
  const contact = {
    profile: { name: input.name ?? "Cliente" },
    ...(input.from === undefined ? {} : { wa_id: input.from }),
    ...(input.bsuid === undefined ? {} : { user_id: input.bsuid }),
  };
  const change = { wabaId: number.wabaId, field: "messages", value: { ...metadataOf(number), contacts: [contact], messages: [message] } };
  return { id, change: world.agentOf.has(customer) ? toStandby(change) : change };
}

function contentOf(world: GraphWorld, input: GraphInbound): Json {
  const { kind, text = "", media, fields, target = "" } = input;
  if (media !== undefined) {
    const file = keepMedia(world, Buffer.from(media.bytes), media.mime, media.fileName ?? "", MEDIA_LIFE_MS);
    const described = {
      id: file.id,
      mime_type: media.mime,
      sha256: createHash("sha256").update(file.bytes).digest("base64"),
      ...(text === "" ? {} : { caption: text }),
      ...(kind === "document" ? { filename: file.fileName } : {}),
      ...(kind === "audio" ? { voice: media.voice ?? false } : {}),
    };
    return { [kind]: described };
  }
  switch (kind) {
    case "text":
      return { text: { body: text } };
    case "reaction":
      return { reaction: { message_id: target, ...(input.emoji === undefined ? {} : { emoji: input.emoji }) } };
    case "edit":
      return { edit: { original_message_id: target, message: { type: "text", text: { body: text } } } };
    case "revoke":
      return { revoke: { original_message_id: target } };
    case "unsupported":
      return { errors: [{ code: 131051, title: "Message type unknown", message: "Message type unknown" }] };
    default:
      return fields === undefined ? {} : { [kind]: fields };
  }
}

/** Stores a file under a new id. */
export function keepMedia(world: GraphWorld, bytes: Buffer, mime: string, fileName: string, lifeMs: number): MediaFile {
  const file = { id: world.nextId(), bytes, mime, fileName, expires: world.clock.now() + lifeMs };
  world.media.set(file.id, file);
  return file;
}
