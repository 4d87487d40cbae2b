import type { ConnectorApi } from "@balcao/domain/connections";
import { planMessage, type Converter, type Plan, type PlannedPart } from "@balcao/domain/plan";
import type { TrayFile } from "./trays";

/** Types of files for which systems often know none. */
const TYPES: Readonly<Record<string, string>> = {
  heic: "image/heic",
  heif: "image/heif",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  rar: "application/vnd.rar",
  zip: "application/zip",
};

/** What a person is told about a file before it is sent. */
export type FileNote =
  | { readonly key: "refused"; readonly ending: string }
  | { readonly key: "document" | Converter }
  | { readonly key: "before" | "after"; readonly count: number };

/**
 * How a file with its caption leaves, as far as it is not as shown. The browser's type is a guess:
 * nothing is said about a file without one, and the server decides by the content.
 */
export function fileNotes({ file, name, caption, voice }: TrayFile, api: ConnectorApi): readonly FileNote[] {
  const ending = /\.(\w{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const mime = file.type || TYPES[ending];
  if (mime === undefined) return [];
  const plan: Plan<object> = planMessage(api, { text: caption, files: [{ mime, size: file.size }], voice: voice !== null });
  return "refused" in plan ? [{ key: "refused", ending: ending === "" ? mime : `.${ending}` }] : partNotes(plan.parts, mime);
}

function partNotes(parts: readonly PlannedPart<object>[], mime: string): readonly FileNote[] {
  const at = parts.findIndex(({ kind }) => kind === "file");
  const part = parts[at];
  const isShown = /^(?:image|audio|video)\//.test(mime);
  const form = part?.kind === "file" ? (part.convert ?? (part.media === "document" && isShown ? "document" : null)) : null;
  const notes: FileNote[] = form === null ? [] : [{ key: form }];
  return parts.length === 1 ? notes : [...notes, { key: at === 0 ? "after" : "before", count: parts.length - 1 }];
}

/** How many messages a text becomes. */
export function textParts(text: string, api: ConnectorApi): number {
  const plan = planMessage(api, { text, files: [], voice: false });
  return "refused" in plan ? 0 : plan.parts.length;
}
