import { PRIVACY_WORDS, type PrivacyWords } from "@balcao/contracts/privacyWords";
import type { PersonMessageRow } from "@balcao/database/privacy";
import { archiveNameOf, createFileBudget, type ExportFacts } from "./personFiles.js";
import { beginPage, element, END_PAGE, escapeHtml, toMoment } from "./html.js";

/** The person's data as a page to read, which shows pictures and links the other files of its archive. */
export async function* personPage(facts: ExportFacts, messages: AsyncIterable<PersonMessageRow>): AsyncGenerator<string> {
  const { tag, person: words } = PRIVACY_WORDS[facts.language];
  const moment = (at: Date | string): string => toMoment(at, tag, facts.timeZone);
  yield beginPage(tag, words.title);
  yield element("p", words.issued(moment(facts.issuedAt), facts.company));
  yield* recordOf(facts, words, moment);
  yield element("h2", words.conversations);
  const fits = createFileBudget();
  let ticketId = 0;
  let leftOut = 0;
  for await (const message of messages) {
    if (message.ticketId !== ticketId) {
      ticketId = message.ticketId;
      yield element("h3", `${words.conversation(ticketId)}${message.inGroup ? ` (${words.group})` : ""}`);
    }
    const isIn = fits(message);
    if (!isIn && message.filePath !== null) leftOut += 1;
    yield toMessage(message, isIn, words, moment);
  }
  if (ticketId === 0) yield element("p", words.none);
  if (leftOut > 0) yield element("p", words.leftOut(leftOut));
  yield END_PAGE;
}

type Moment = (at: Date | string) => string;

function* recordOf({ person }: ExportFacts, words: PrivacyWords["person"], moment: Moment): Generator<string> {
  const { name, number, email, origin, createdAt, addresses, tags, optOut, extras, ratings, protocols, sends } = person;
  const { fields } = words;
  const pairs: [string, string][] = [
    [fields.name, name],
    [fields.number, number ?? ""],
    [fields.email, email],
    [fields.origin, origin ?? ""],
    [fields.created, moment(createdAt)],
    [fields.addresses, addresses.map(({ kind, value }) => `${kind} ${value}`).join(", ")],
    [fields.tags, tags.join(", ")],
    [fields.optOut, optOut === null ? "" : `${moment(optOut.at)} ${optOut.word}`],
    ...extras.map((extra): [string, string] => [`${words.extras}: ${extra.name}`, extra.value]),
  ];
  yield `<dl>${pairs.map(([label, value]) => (value === "" ? "" : element("dt", label) + element("dd", value))).join("")}</dl>`;
  const lists: [string, string[]][] = [
    [words.ratings, ratings.map(({ rate, at }) => `${moment(at)}: ${rate}`)],
    [words.protocols, protocols.map(({ number: of, message, at }) => `${moment(at)}: ${of} ${message}`)],
    [words.sends, sends.map(({ at, text }) => `${at === null ? "" : `${moment(at)}: `}${text}`)],
  ];
  for (const [title, lines] of lists)
    if (lines.length > 0) yield `${element("h2", title)}<ul>${lines.map((line) => element("li", line)).join("")}</ul>`;
}

const PICTURES = new Set(["jpg", "jpeg", "png", "gif", "webp"]);

function toMessage(message: PersonMessageRow, isIn: boolean, words: PrivacyWords["person"], moment: Moment): string {
  const { fromMe, author, sentAt, connection, body, previousBody, transcription, isDeleted } = message;
  const head = [moment(sentAt), author ?? (fromMe ? words.company : ""), connection ?? "", isDeleted ? words.deleted : ""];
  const also = [
    ...(previousBody === null ? [] : [`${words.before}: ${previousBody}`]),
    ...(transcription === null ? [] : [`${words.heard}: ${transcription}`]),
  ];
  const texts = [body, ...also].filter((text) => text !== "").map(escapeHtml);
  return `<div class="m${fromMe ? " us" : ""}">${element("small", head.filter((part) => part !== "").join(" · "))}${[...texts, ...toFile(message, isIn, words)].join("\n")}</div>\n`;
}

function toFile(message: PersonMessageRow, isIn: boolean, words: PrivacyWords["person"]): string[] {
  const name = archiveNameOf(message);
  if (name === null) return [];
  if (!isIn) return [escapeHtml(`${message.fileName ?? ""} (${words.missing})`)];
  const shown = escapeHtml(message.fileName ?? name);
  if (PICTURES.has(message.fileExtension ?? ""))
    return [`<a href="${name}"><img src="${name}" alt="${shown}" width="240" loading="lazy"></a>`];
  return [`<a href="${name}">${shown}</a>`];
}
