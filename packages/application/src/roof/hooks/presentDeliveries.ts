import type { Actor } from "@balcao/domain/access";
import type { DueDeliveryRow, HookRow } from "@balcao/database/hooks";
import type { Services } from "../../ground/kernel/index.js";
import { presenterFor } from "../../inbox/tickets/index.js";
import { NOTHING, presentRows, type LiveMessage, type Presentation } from "../live/index.js";
import { hookActor } from "./hookActor.js";

/** The body of a delivery at this moment; null where the rights of its webhook do not cover it any more. */
export type BodyOf = (hook: HookRow, delivery: DueDeliveryRow) => string | null;

const NO_JOINS = { lists: new Set<string>(), notification: false, chats: false, chatBoxes: new Set<number>() };
/** No session: addresses of files are not signed, and open with a token of a program. */
const NO_SESSION = "";

/**
 * Reads what the views of some deliveries show now, with the queries and the rules of the live events. Each is made once for all
 * webhooks with the same rights (D-600).
 */
export async function presentDeliveries(services: Services, deliveries: readonly DueDeliveryRow[]): Promise<BodyOf> {
  const events = new Map(deliveries.map((delivery) => [delivery.eventId, delivery]));
  const presentations = await presentRows(services, [...events.values()]);
  const made = new Map<string, ReadonlyMap<string, string>>();
  return (hook, { eventId, key, event, objectId, at }) => {
    const row = events.get(eventId);
    const presentation = row && presentations.get(row);
    const actor = hookActor(services, hook);
    if (!row || !presentation || !actor) return null;
    const shown = textsOf(services, { presentation, row, actor }, made);
    const data = shown.get(partKey(event, objectId));
    return data === undefined ? null : `{"id":"${key}","event":"${event}","at":"${at.toISOString()}","data":${data}}`;
  };
}

const partKey = (event: string, messageId: number | null): string =>
  event.startsWith("message.") ? `message ${messageId}` : (event.split(".")[0] ?? "");

interface Shown {
  readonly presentation: Presentation;
  readonly row: DueDeliveryRow;
  readonly actor: Actor;
}

function textsOf(services: Services, { presentation, row, actor }: Shown, made: Map<string, ReadonlyMap<string, string>>) {
  // The code with which a number is paired is nobody's outside.
  const viewer = row.topic === "session" ? { ...actor, profile: "user" as const } : actor;
  const listener = { actor: viewer, sessionId: NO_SESSION, joins: { ...NO_JOINS, boxes: new Set([row.ticketId ?? 0]) } };
  const name = presentation.classOf(listener);
  if (name === NOTHING) return new Map<string, string>();
  const key = `${row.eventId} ${name}`;
  const known = made.get(key);
  if (known) return known;
  const presenter = { ...presenterFor(services, listener), fileUrl: (id: string) => unsigned(services.fileUrl(NO_SESSION, id)) };
  const texts = new Map(presentation.present({ ...listener, presenter }).flatMap(toPart));
  made.set(key, texts);
  return texts;
}

const unsigned = (url: string): string => url.split("?")[0] ?? url;

const PARTS: Readonly<Partial<Record<LiveMessage["name"], string>>> = {
  ticket: "ticket",
  protocolo: "protocol",
  contact: "contact",
  whatsappSession: "connection",
};

function toPart(message: LiveMessage): [string, string][] {
  if (message.name === "appMessage") return [[`message ${message.event.message.id}`, JSON.stringify(message.event)]];
  const part = PARTS[message.name];
  return part === undefined ? [] : [[part, JSON.stringify(message.event)]];
}
