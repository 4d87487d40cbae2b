import { newUuid } from "@balcao/platform/ids";
import type { Services } from "../../ground/kernel/index.js";
import { presenterFor } from "../../inbox/tickets/index.js";
import type { Listener, LiveMessage } from "./listener.js";
import type { LiveEvent } from "./readLive.js";
import { NOTHING } from "./topic.js";

/** A JSON text cut at the addresses of files: its entries are text and file id by turns. */
type CutText = readonly string[];

/**
 * The messages of some live events for one class of listeners: each the JSON of its name and event,
 * without the brackets of an array.
 */
export interface SharedTexts {
  /** Without files the texts are the same for every session. */
  readonly hasFiles: boolean;
  readonly messages: readonly CutText[];
}

/**
 * Marks the place of a file's address. It is random and never leaves the process, so that nobody can
 * write it into a message and have an address signed.
 */
const MARK = `file-${newUuid()}-`;

const EMPTY: SharedTexts = { hasFiles: false, messages: [] };

/**
 * Creates a function that returns what a listener receives of some events. Each event is converted
 * and encoded once per class of listeners, and equal results are the same object (ADR 5).
 */
export function createSharing(services: Services, events: readonly LiveEvent[]): (listener: Listener) => SharedTexts {
  const encode = createTexts();
  const encoders = events.map((event) => createEncoder(services, event, encode));
  const made = new Map<string, SharedTexts>();
  return (listener) => {
    const classes = encoders.map(({ classOf }) => classOf(listener));
    if (classes.every((name) => name === NOTHING)) return EMPTY;
    const key = classes.length === 1 ? (classes[0] ?? "") : JSON.stringify(classes);
    const known = made.get(key);
    if (known) return known;
    const messages = encoders.flatMap(({ textsOf }, index) => textsOf(classes[index] ?? NOTHING, listener));
    const texts = messages.length === 0 ? EMPTY : { hasFiles: messages.some((cuts) => cuts.length > 1), messages };
    made.set(key, texts);
    return texts;
  };
}

/** Completes the texts with the addresses of files, signed for one session. */
export function textsFor(services: Pick<Services, "fileUrl">, sessionId: string, { hasFiles, messages }: SharedTexts): readonly string[] {
  if (!hasFiles) return messages.map(([text = ""]) => text);
  const urls = new Map<string, string>();
  const urlOf = (fileId: string): string => {
    const url = urls.get(fileId) ?? JSON.stringify(services.fileUrl(sessionId, fileId)).slice(1, -1);
    urls.set(fileId, url);
    return url;
  };
  return messages.map((cuts) => cuts.map((part, index) => (index % 2 === 0 ? part : urlOf(part))).join(""));
}

interface EventEncoder {
  readonly classOf: (listener: Listener) => string;
  /** The texts for the listener's class. */
  readonly textsOf: (name: string, listener: Listener) => readonly CutText[];
}

function createEncoder(services: Services, { presentation }: LiveEvent, encode: (message: LiveMessage) => CutText): EventEncoder {
  const made = new Map<string, readonly CutText[]>();
  return {
    classOf: presentation.classOf,
    textsOf: (name, listener) => {
      if (name === NOTHING) return [];
      const known = made.get(name);
      if (known) return known;
      const presenter = { ...presenterFor(services, listener), fileUrl: (fileId: string) => MARK + fileId + MARK };
      const texts = presentation.present({ ...listener, presenter }).map(encode);
      made.set(name, texts);
      return texts;
    },
  };
}

/** Encodes messages, the same object once: people of different classes may receive it. */
function createTexts(): (message: LiveMessage) => CutText {
  const made = new Map<LiveMessage, CutText>();
  return (message) => {
    const text = made.get(message) ?? cut(message);
    made.set(message, text);
    return text;
  };
}

function cut({ name, event }: LiveMessage): CutText {
  return `${JSON.stringify(name)},${JSON.stringify(event)}`.split(MARK);
}
