import type { MessageRow } from "@balcao/database/messages";
import { isTextType } from "@balcao/domain/messages";

/** A message as the AI server reads it. */
type TalkMessage = Pick<MessageRow, "type" | "body" | "fromMe" | "isDeleted" | "transcription" | "contactId">;

interface Talk {
  /** A line per message, oldest first. */
  readonly text: string;
  readonly messages: number;
  /** Older messages were left out. */
  readonly partial: boolean;
}

const MOST_CHARACTERS = 24_000;
const LONGEST_MESSAGE = 2_000;

/** Types whose body is the caption of a file. */
const CAPTIONED: ReadonlySet<string> = new Set(["image", "video", "document", "application", "audio"]);
/** What agents say to each other, and what failed, is no part of the conversation. */
const LEFT_OUT: ReadonlySet<string> = new Set(["comment", "error"]);

/**
 * The text that leaves the server for a summary, of messages newest first: no names, numbers,
 * files, internal comments or deleted messages. Participants of a group are numbered.
 */
export function toTalk(rows: readonly TalkMessage[]): Talk {
  const spoken = rows.filter(({ type, isDeleted }) => !isDeleted && !LEFT_OUT.has(type));
  const lines: string[] = [];
  let length = 0;
  const nameOf = createNames(spoken);
  for (const row of spoken) {
    const line = `${nameOf(row)}: ${wordsOf(row)}`;
    length += line.length + 1;
    if (length > MOST_CHARACTERS) break;
    lines.push(line);
  }
  return { text: lines.reverse().join("\n"), messages: lines.length, partial: lines.length < spoken.length };
}

function createNames(rows: readonly TalkMessage[]): (row: TalkMessage) => string {
  const people = [...new Set(rows.filter(({ fromMe }) => !fromMe).map(({ contactId }) => contactId))].reverse();
  return ({ fromMe, contactId }) => {
    if (fromMe) return "Agent";
    return people.length > 1 ? `Customer ${people.indexOf(contactId) + 1}` : "Customer";
  };
}

function wordsOf({ type, body, fromMe, transcription }: TalkMessage): string {
  const text = (fromMe ? withoutSignature(body) : body).replace(/\s+/g, " ").trim().slice(0, LONGEST_MESSAGE);
  if (isTextType(type) || type === "list" || type === "template") return text;
  const said = transcription ?? (CAPTIONED.has(type) ? text : "");
  return said === "" ? `[${type}]` : `[${type}] ${said.slice(0, LONGEST_MESSAGE)}`;
}

/** The first line of a signed message names the agent. */
const withoutSignature = (body: string): string => body.replace(/^\*[^*\n]{1,100}:\*\n/, "");
