import type { ChatCheckView, ChatProblem } from "@balcao/contracts/chatImports";
import { instantAt } from "@balcao/domain/calendar";
import { LIMITS } from "@balcao/domain/limits";
import { CHAT_TEXT, findChatPeople, knownInstant, readChatExport, type ExportedMessage } from "@balcao/domain/moving";
import { ArchiveError, openZip, type ZipArchive } from "@balcao/platform/archive";
import type { NumberReader } from "../../../ground/phoneNumbers/index.js";

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
  const text = await readText(file.path);
  if (!text.ok) return refuse(text.problem);
  const read = readChatExport(text.data.toString("utf8"));
  if (!read.ok) return refuse(read.problem);
  const messages = read.messages.filter(isOfPerson);
  const senders = [...new Set(messages.map(({ sender }) => sender))];
  if (senders.length === 0) return refuse("empty");
  if (senders.length > 2) return refuse("group");
  const people = findChatPeople(
    { senders, files: [text.name, file.originalName], isNumber: (written) => reading.readNumber(written).ok },
    said.us,
  );
  const view = {
    ...{ file: file.originalName, problem: null, senders, us: people.us },
    ...customerOf(people.customer, said, reading.readNumber),
    ...countMessages(messages, reading),
    appLines: read.messages.length - messages.length,
  };
  return { path: file.path, view, authors: messages.map(({ sender }) => sender) };
}

type PersonMessage = ExportedMessage & { readonly sender: string };
const isOfPerson = (message: ExportedMessage): message is PersonMessage => message.sender !== null;

type Text = { readonly ok: true; readonly name: string; readonly data: Buffer } | { readonly ok: false; readonly problem: ChatProblem };

async function readText(path: string): Promise<Text> {
  let archive: ZipArchive | null = null;
  try {
    archive = await openZip(path);
    const name = archive.names.find((each) => CHAT_TEXT.test(each));
    const data = name === undefined ? null : await archive.read(name, LIMITS.chatImport.textBytes);
    return name === undefined || data === null ? { ok: false, problem: "noChat" } : { ok: true, name, data };
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

function countMessages(
  messages: readonly PersonMessage[],
  { zone, now }: ChatReading,
): Pick<ChatCheckView, "messages" | "media" | "mediaMissing" | "firstAt" | "lastAt" | "noTime"> {
  const times = messages.map(({ day, minutes, seconds }) =>
    knownInstant(new Date(instantAt(day, minutes, zone).getTime() + seconds * 1_000), now)?.getTime(),
  );
  const known = times.filter((at) => at !== undefined).sort((one, other) => one - other);
  const media = messages.filter(({ type }) => type !== "text");
  const toText = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
  return {
    messages: messages.length,
    media: media.length,
    mediaMissing: media.filter((each) => each.media === null).length,
    firstAt: toText(known[0]),
    lastAt: toText(known.at(-1)),
    noTime: times.length - known.length,
  };
}
