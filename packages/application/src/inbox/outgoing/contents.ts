import type { ConnectorApi } from "@balcao/domain/connections";
import { isTextType, MEDIA_KINDS, type MediaKind } from "@balcao/domain/messages";
import { notCarriedSentence, planMessage } from "@balcao/domain/plan";
import { AppError } from "@balcao/contracts/errors";
import type { StoredFile } from "@balcao/platform/files";
import { TEXT_TYPES, type OutgoingContent } from "./outgoing.js";

/** A stored file that is sent. */
type SentFile = Pick<StoredFile, "id" | "mime" | "size" | "originalName"> & {
  readonly seconds: number | null;
  readonly channels?: number | null;
  readonly depth?: number | null;
  readonly moves?: boolean | null;
  readonly codec?: string | null;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  /** What it was as a message before, where it is sent on. */
  readonly media?: MediaKind | undefined;
};

interface ContentDraft {
  readonly text: string;
  readonly files?: readonly SentFile[];
  /** Whether its sounds are voice notes. */
  readonly voice?: boolean;
  /** The message that the first part quotes. */
  readonly quotedId?: number | null;
}

/**
 * The messages that a draft becomes on a connector, in order, by the plan of the domain. Throws
 * ERR_FILE_NOT_CARRIED for a file that the network does not take.
 */
export function toContents(api: ConnectorApi, { text, files = [], voice = false, quotedId = null }: ContentDraft): OutgoingContent[] {
  const plan = planMessage(api, { text, files, voice });
  if ("refused" in plan) throw notCarried(plan.refused.file.originalName);
  return plan.parts.map((part, at) => ({
    ...(part.kind === "text"
      ? { type: TEXT_TYPES[api], body: part.text, fileId: null, media: null }
      : {
          type: part.media,
          body: part.caption,
          fileId: part.file.id,
          media: {
            voice: part.voice,
            fileName: part.file.originalName,
            seconds: part.file.seconds,
            ...(part.convert && { convert: part.convert }),
          },
        }),
    quotedId: at === 0 ? quotedId : null,
  }));
}

type Known = Pick<OutgoingContent, "type" | "body" | "media" | "details">;

/**
 * The messages that a stored message becomes when it is sent again or forwarded, planned like a new one:
 * its connector may be another one, or its words may never have left. What is neither text nor
 * file stays as it is.
 */
export function toContentsAgain(api: ConnectorApi, known: Known, file: Omit<SentFile, "media"> | null): OutgoingContent[] {
  const { type, body, media, details = null } = known;
  if (file === null && !isTextType(type)) return [{ type, body, media, details, quotedId: null, fileId: null }];
  const kind = MEDIA_KINDS.find((each) => each === type) ?? "document";
  const files = file === null ? [] : [{ ...file, media: kind }];
  return toContents(api, { text: body, files, voice: media?.["voice"] === true }).map((content) => ({
    ...content,
    // The length and the loudness of a voice note.
    media: content.fileId === null ? null : { ...media, convert: null, ...content.media },
    details,
  }));
}

/** The refusal of a file that a network does not take, before it is stored. */
const notCarried = (fileName: string): AppError =>
  new AppError("ERR_FILE_NOT_CARRIED", { sentence: notCarriedSentence(fileName), details: [{ field: "medias", rule: "type" }] });
