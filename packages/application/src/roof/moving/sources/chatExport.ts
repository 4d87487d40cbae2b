import { createHash } from "node:crypto";
import path from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import {
  createChatClock,
  customerInNames,
  MOVING_KINDS,
  readChatExport,
  withInstant,
  type ChatPeriod,
  type ExportedMessage,
  type MovedFile,
  type MovedMessage,
  type MovedRows,
  type MovingCount,
  type MovingKind,
  type MovingSource,
} from "@balcao/domain/moving";
import { openZip } from "@balcao/platform/archive";
import { RepairableError } from "@balcao/platform/errors";
import { inTurns } from "@balcao/platform/loops";
import type { NumberReader } from "../../../ground/phoneNumbers/index.js";
import { readChatText } from "./chatText.js";

/** What a text of two million short messages has. */
const MOST_BYTES = 256 * 1024 * 1024;
const BATCH = 1_000;
/** Of a batch, besides its last message. */
const BATCH_CHARACTERS = 256 * 1024;
/** Files of a batch: a cut run stores at most as many once more. */
const FILES_BATCH = 50;

const PROBLEMS = {
  empty: "The text of the export is empty.",
  spelling: "This is no text of WhatsApp's Export chat in a spelling of Portuguese, English or Spanish.",
  language: "This export is in another language than Portuguese, English and Spanish.",
  tooLarge: "The export has too many messages.",
} as const;

interface ExportOptions {
  /** The name of the connection to which the conversation belongs. */
  readonly connection: string | null;
  /** The contact's number where neither the file nor the messages say it. */
  readonly contact: string | null;
  readonly readNumber: NumberReader;
  /** The zone of the phone's clock. */
  readonly zone: string;
  readonly now: Date;
}

interface Conversation {
  readonly name: string;
  readonly digits: string;
  readonly messages: readonly MovedMessage[];
  readonly files: readonly MovedFile[];
  readonly characters: number;
  readonly period: ChatPeriod;
}

/** Reads a .zip of WhatsApp's "Export chat" with one person. Throws RepairableError for anything else, and where the number is not known. */
export async function openChatExport(file: string, options: ExportOptions): Promise<MovingSource> {
  const { connection } = options;
  if (connection === null) throw new RepairableError("Name the connection of the conversation by --connection.");
  const archive = await openZip(file);
  try {
    const chat = await readChatText(archive, MOST_BYTES);
    if (chat === null) throw new RepairableError("The archive has no _chat.txt and no text of WhatsApp.");
    const { name, text } = chat;
    const read = await inTurns(readChatExport(text));
    if (!read.ok) throw new RepairableError(PROBLEMS[read.problem]);
    // Media lie beside the text, also where somebody has packed a folder again.
    const openFile = (media: string) => archive.stream(path.posix.join(path.posix.dirname(name), media));
    const conversation = await toConversation(read, [name, path.basename(file)], options);
    return { ...sourceOf(connection, conversation), openFile, close: () => archive.close() };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

function sourceOf(connection: string, conversation: Conversation): Omit<MovingSource, "close"> {
  const { characters } = conversation;
  const rows = rowsOf(conversation);
  return {
    name: `chat:${connection}:${conversation.digits}`,
    connections: () => Promise.resolve([{ sourceKey: "1", name: connection, tickets: 1 }]),
    counts: () =>
      Promise.resolve(
        Object.fromEntries(
          MOVING_KINDS.map((kind) => [kind, { rows: rows[kind]?.length ?? 0, characters: kind === "messages" ? characters : 0 }]),
        ) as Record<MovingKind, MovingCount>,
      ),
    read: <K extends MovingKind>(kind: K, after: string | null) =>
      inBatches<K>(rows[kind] ?? [], { after, size: kind === "files" ? FILES_BATCH : BATCH }),
  };
}

async function* inBatches<K extends MovingKind>(
  rows: readonly MovedRows[K][],
  { after, size }: { readonly after: string | null; readonly size: number },
) {
  for (let at = after === null ? 0 : Number(after), end = at; at < rows.length; at = end) {
    for (let characters = 0; end < rows.length && end < at + size && characters < BATCH_CHARACTERS; end += 1) {
      const row = rows[end];
      if (row !== undefined && "body" in row) characters += row.body.length;
    }
    yield { rows: rows.slice(at, end), place: String(end) };
    await otherWork();
  }
}

/** Who the contact is: the name in a file's name, or the one sender whose name is a number. */
async function toConversation(
  { messages, senders }: { readonly messages: readonly ExportedMessage[]; readonly senders: readonly string[] },
  files: readonly string[],
  options: ExportOptions,
): Promise<Conversation> {
  const named = customerInNames(files);
  const numbers = senders.filter((sender) => options.readNumber(sender).ok);
  const contact = senders.find((sender) => sender === named) ?? (numbers.length === 1 ? numbers[0] : undefined) ?? named;
  if (senders.length > 2)
    throw new RepairableError(
      `This is the conversation of a group (${senders.slice(0, 5).join(", ")} …): only those with one person are taken over.`,
    );
  if (contact === null)
    throw new RepairableError(`It is not clear who of ${senders.join(" and ")} is the customer: keep the file's name as WhatsApp gave it.`);
  const reading = options.readNumber(options.contact ?? contact);
  if (!reading.ok) throw new RepairableError(`The number of ${contact} is not in the export: name it by --contact.`);
  return { name: contact, digits: reading.digits, ...(await inTurns(toMessages(messages, contact, options))) };
}

function* toMessages(
  exported: readonly ExportedMessage[],
  contact: string,
  { zone, now }: ExportOptions,
): Generator<undefined, Pick<Conversation, "messages" | "files" | "characters" | "period">> {
  const seen = new Map<string, number>();
  const timeOf = createChatClock(zone, now);
  const messages: MovedMessage[] = [];
  const files: MovedFile[] = [];
  let characters = 0;
  let period: ChatPeriod = [null, null];
  for (const written of exported) {
    yield;
    if (written.sender === null) continue;
    const message = toMessage(written, { fromMe: written.sender !== contact, sentAt: timeOf(written), seen });
    messages.push(message);
    if (message.media !== null) files.push(fileOf(message, message.media));
    characters += [...message.body].length;
    period = withInstant(period, message.sentAt);
  }
  return { messages, files, characters, period };
}

interface Told {
  readonly fromMe: boolean;
  readonly sentAt: Date | null;
  /** How often each message was there before. */
  readonly seen: Map<string, number>;
}

const fileOf = ({ sourceKey }: MovedMessage, media: string): MovedFile => ({
  sourceKey,
  messageKey: sourceKey,
  name: media,
  fileName: media,
});

function toMessage(
  { day, minutes, seconds, sender, type, body, media, isDeleted, isEdited }: ExportedMessage,
  { fromMe, sentAt, seen }: Told,
): MovedMessage {
  // The export has no ids: what is said at the same time by the same person is told apart by its order. An export without media names
  // neither a file nor its kind, and one with them has the same messages.
  const said = createHash("sha256")
    .update([day, minutes, seconds, sender, type === "text" ? "text" : "file", body].join("\n"))
    .digest("base64url")
    .slice(0, 22);
  const n = (seen.get(said) ?? 0) + 1;
  seen.set(said, n);
  return {
    sourceKey: `${said}.${n}`,
    ticketKey: "1",
    externalId: null,
    quotedId: null,
    fromMe,
    authorKey: null,
    authorNumber: null,
    personKey: null,
    queueKey: null,
    type,
    body,
    media,
    mime: null,
    ack: 2,
    isEdited,
    isDeleted,
    sentAt,
  };
}

function rowsOf({ name, digits, messages, files, period: [first, last] }: Conversation): Partial<{
  readonly [K in MovingKind]: readonly MovedRows[K][];
}> {
  return {
    contacts: [{ sourceKey: "1", name, number: `+${digits}`, lids: [], group: null, email: "", isForeign: false, createdAt: first }],
    tickets: [
      {
        sourceKey: "1",
        contactKey: "1",
        status: "closed",
        queueKey: null,
        personKey: null,
        connectionKey: "1",
        createdAt: first,
        updatedAt: last,
        acceptedAt: null,
        closedAt: last,
        reason: null,
      },
    ],
    messages,
    files,
  };
}
