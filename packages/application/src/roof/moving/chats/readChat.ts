import type { ChatCheckView, ChatProblem } from "@balcao/contracts/chatImports";
import { LIMITS } from "@balcao/domain/limits";
import { createChatClock, findChatPeople, readChatExport, withInstant, type ChatPeriod, type ExportedMessage } from "@balcao/domain/moving";
import { ArchiveError, openZip, type ZipArchive } from "@balcao/platform/archive";
import { inTurns } from "@balcao/platform/loops";
import type { NumberReader } from "../../../ground/phoneNumbers/index.js";
import { readChatText } from "../sources/chatText.js";

/** An uploaded file; its own name says who the customer is. */
export interface ChatFile {
  readonly path: string;
  readonly originalName: string;
}

/** What a person says of a chat; empty texts say nothing. */
export interface SaidOfChat {
  /** The sender that is the company; empty for none of them, null where it is not said. */
  readonly us: string | null;
  readonly name: string;
  readonly number: string;
}
const NOTHING: SaidOfChat = { us: null, name: "", number: "" };

interface ChatReading {
  readonly readNumber: NumberReader;
  /** The zone of the phone's clock. */
  readonly zone: string;
  readonly now: Date;
}

/** An exported chat of one person. */
export interface ReadChat {
  readonly path: string;
  /** All of it but how many messages are here, or were. */
  readonly view: Omit<ChatCheckView, "here" | "gone" | "filesWaiting">;
  /** Who wrote each message, in the order of the text. */
  readonly authors: readonly string[];
}

const EMPTY: Omit<ReadChat["view"], "file" | "problem"> = {
  ...{ senders: [], us: null, name: "", number: null, numberProblem: null, messages: 0, media: 0, mediaMissing: 0 },
  ...{ firstAt: null, lastAt: null, appLines: 0, noTime: 0 },
};

/** Reads an uploaded chat; one that cannot be taken over has its problem in its view. */
export async function readChat(file: ChatFile, reading: ChatReading, said: SaidOfChat = NOTHING): Promise<ReadChat> {
  const refuse = (problem: ChatProblem): ReadChat => ({
    path: file.path,
    view: { ...EMPTY, file: file.originalName, problem },
    authors: [],
  });
  const chat = await readText(file.path);
  if (!chat.ok) return refuse(chat.problem);
  const read = await inTurns(readChatExport(chat.text, LIMITS.chatImport.messages));
  if (!read.ok) return refuse(read.problem);
  const { senders } = read;
  if (senders.length === 0) return refuse("empty");
  if (senders.length > 2) return refuse("group");
  const people = findChatPeople(
    { senders, files: [chat.name, file.originalName], isNumber: (written) => reading.readNumber(written).ok },
    said.us,
  );
  const { authors, ...counted } = await inTurns(countMessages(read.messages, reading));
  const view = {
    ...{ file: file.originalName, problem: null, senders, us: people.us },
    ...customerOf(people.customer, said, reading.readNumber),
    ...counted,
  };
  return { path: file.path, view, authors };
}

type Text = { readonly ok: true; readonly name: string; readonly text: string } | { readonly ok: false; readonly problem: ChatProblem };

async function readText(path: string): Promise<Text> {
  let archive: ZipArchive | null = null;
  try {
    archive = await openZip(path);
    const chat = await readChatText(archive, LIMITS.chatImport.textBytes);
    return chat === null ? { ok: false, problem: "noChat" } : { ok: true, ...chat };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return { ok: false, problem: /too (?:large|many)/.test(error.message) ? "tooLarge" : "noZip" };
  } finally {
    await archive?.close();
  }
}

/** The customer's name and number: what was said of them, otherwise what the chat says. */
function customerOf(
  customer: string | null,
  said: SaidOfChat,
  read: NumberReader,
): Pick<ChatCheckView, "name" | "number" | "numberProblem"> {
  const reading = read(said.number === "" ? (customer ?? "") : said.number);
  return {
    name: said.name || (customer ?? ""),
    number: reading.ok ? reading.digits : null,
    numberProblem: reading.ok || said.number === "" ? null : reading.problem,
  };
}

interface Counted extends Pick<ChatCheckView, "messages" | "media" | "mediaMissing" | "firstAt" | "lastAt" | "appLines" | "noTime"> {
  readonly authors: readonly string[];
}

function* countMessages(messages: readonly ExportedMessage[], { zone, now }: ChatReading): Generator<undefined, Counted> {
  const timeOf = createChatClock(zone, now);
  const authors: string[] = [];
  let [media, mediaMissing, noTime] = [0, 0, 0];
  let period: ChatPeriod = [null, null];
  for (const message of messages) {
    yield;
    if (message.sender === null) continue;
    authors.push(message.sender);
    if (message.type !== "text") media += 1;
    if (message.type !== "text" && message.media === null) mediaMissing += 1;
    const at = timeOf(message);
    if (at === null) noTime += 1;
    period = withInstant(period, at);
  }
  const [firstAt, lastAt] = [period[0]?.toISOString() ?? null, period[1]?.toISOString() ?? null];
  return { authors, messages: authors.length, media, mediaMissing, firstAt, lastAt, appLines: messages.length - authors.length, noTime };
}
