import { CARRIES, type ConnectorApi } from "../connections/index.js";
import type { MediaKind, OutboundContent } from "../messages/index.js";
import { carriageOf, type CarriedFile } from "./carriage.js";
import { conversionOf, type Converter } from "./conversions.js";
import { splitText } from "./splitText.js";

/** What somebody, or the product itself, wants to say in one go. */
interface Draft<File extends CarriedFile> {
  /** Beside files it belongs to the first one. */
  readonly text: string;
  readonly files: readonly File[];
  /** Whether its sounds are voice notes, which are converted before they leave. */
  readonly voice: boolean;
}

/** One message that leaves. */
export type PlannedPart<File> =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "file";
      readonly file: File;
      readonly media: MediaKind;
      readonly caption: string;
      readonly voice: boolean;
      /** What converts the file before it leaves. */
      readonly convert: Converter | null;
    };

type FilePart<File> = Extract<PlannedPart<File>, { kind: "file" }>;

/** The messages that a draft becomes, in order, or the file that the network does not take. */
export type Plan<File> =
  { readonly parts: readonly PlannedPart<File>[] } | { readonly refused: { readonly code: "ERR_FILE_NOT_CARRIED"; readonly file: File } };

/**
 * What a draft becomes on its connector. A text goes before a first file whose kind has no
 * caption, and after one whose caption would be too long; a text of spaces beside a file is none. Pure.
 */
export function planMessage<File extends CarriedFile>(api: ConnectorApi, { text, files, voice }: Draft<File>): Plan<File> {
  const parts: FilePart<File>[] = [];
  for (const file of files) {
    const part = toFilePart(api, file, voice);
    if (part === null) return { refused: { code: "ERR_FILE_NOT_CARRIED", file } };
    parts.push(part);
  }
  return { parts: parts.length === 0 ? toTexts(api, text) : withText(api, parts, text) };
}

function toFilePart<File extends CarriedFile>(api: ConnectorApi, file: File, voice: boolean): FilePart<File> | null {
  const conversion = conversionOf(api, { ...file, voice });
  const media = (conversion ?? carriageOf(api, { ...file, voice }))?.media;
  if (media === undefined) return null;
  return { kind: "file", file, media, caption: "", voice: voice && media === "audio", convert: conversion?.by ?? null };
}

function withText<File>(api: ConnectorApi, parts: readonly FilePart<File>[], text: string): readonly PlannedPart<File>[] {
  const [first, ...others] = parts;
  if (!first || text.trim() === "") return parts;
  const { caption } = CARRIES[api].kinds[first.media];
  if (text.length <= caption) return [{ ...first, caption: text }, ...others];
  const texts = toTexts(api, text);
  return caption === 0 ? [...texts, ...parts] : [first, ...texts, ...others];
}

/** Whether a connector takes a file in some form. */
export const isCarried = (api: ConnectorApi, file: CarriedFile): boolean =>
  conversionOf(api, file) !== null || carriageOf(api, file) !== null;

/** Why the official API takes a file in no form, and what to do; the other networks take all of them. */
export function notCarriedSentence(fileName: string): string {
  const ending = /\.\w{1,12}$/.exec(fileName)?.[0].toLowerCase();
  return `A API oficial não aceita ${ending === undefined ? "este tipo de arquivo" : `arquivos ${ending}`}. Envie em PDF ou em outro formato, ou mande um link.`;
}

const toTexts = (api: ConnectorApi, text: string): PlannedPart<never>[] =>
  splitText(text, CARRIES[api].longestText).map((part) => ({ kind: "text", text: part }));

/**
 * What of a message that was stored before, or whose conversion failed, its network would not bring: it
 * is refused then, and sending it again plans it anew. Null for what arrives as it is.
 */
export function lossOf(api: ConnectorApi, content: OutboundContent): "ERR_FILE_NOT_CARRIED" | "ERR_TEXT_NOT_CARRIED" | null {
  if (content.kind === "text") return content.body.length > CARRIES[api].longestText ? "ERR_TEXT_NOT_CARRIED" : null;
  if (content.kind !== "media") return null;
  const carriage = carriageOf(api, content);
  if (carriage === null) return "ERR_FILE_NOT_CARRIED";
  return content.caption.length > CARRIES[api].kinds[carriage.media].caption ? "ERR_TEXT_NOT_CARRIED" : null;
}
