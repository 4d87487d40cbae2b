import { AppError } from "@balcao/contracts/errors";
import { PRIVACY_WORDS, type PrivacyWords } from "@balcao/contracts/privacyWords";
import type { ReportLanguage } from "@balcao/contracts/reports";
import { FileAnswer } from "@balcao/contracts/route";
import {
  beginPersonExport,
  endPersonExport,
  getPerson,
  listPersonMessages,
  nextPersonTicket,
  touchPersonExport,
  type PersonMessageRow,
} from "@balcao/database/privacy";
import { writeZip, type ZipEntry } from "@balcao/platform/archive";
import { FileError } from "@balcao/platform/files";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { archiveNameOf, createFileBudget, type ExportFacts } from "./personFiles.js";

/** Messages read at once. */
const PAGE = 500;

interface ExportInput {
  readonly contactId: number;
  readonly language: ReportLanguage;
}

/** The messages of a person, conversation by conversation, each time from the database. */
type ReadMessages = () => AsyncGenerator<PersonMessageRow>;

/**
 * Everything that the installation has of a person, as a zip archive that is written while it is read: a page, the same as JSON, and the
 * files (D-452). While it is read, nobody erases the person and nothing is deleted by its age. Throws ERR_NO_CONTACT_FOUND, and
 * ERR_JOB_RUNNING while the same administrator reads another one.
 */
export async function exportPerson(services: Services, ctx: Ctx, { contactId, language }: ExportInput): Promise<FileAnswer> {
  const { database } = services;
  const person = await getPerson(database.sql, contactId);
  if (!person) throw new AppError("ERR_NO_CONTACT_FOUND");
  const exportId = await command(services, ctx, async (unit) => {
    const id = await beginPersonExport(unit, contactId, ctx.actor.id);
    if (id === null) throw new AppError("ERR_JOB_RUNNING");
    return { audit: { action: "contact.exportPerson", contactId }, result: id };
  });
  const { settings } = services.directory.current();
  const facts = { person, language, issuedAt: ctx.now, timeZone: settings.timeZone, company: settings.companyName };
  const messages = () => readMessages(services, exportId, contactId);
  return new FileAnswer(
    `dados-pessoais-${contactId}.zip`,
    "application/zip",
    endingIn(writeZip(entriesOf(services, facts, messages)), () => endPersonExport(database.sql, exportId)),
  );
}

async function* readMessages({ database }: Services, exportId: number, contactId: number): AsyncGenerator<PersonMessageRow> {
  for (let ticketId = await nextPersonTicket(database.sql, contactId, 0); ticketId !== null;) {
    for (let after: { at: Date | string; id: number } | null = { at: "-infinity", id: 0 }; after !== null;) {
      await touchPersonExport(database.sql, exportId);
      const rows: PersonMessageRow[] = await listPersonMessages(database.sql, { contactId, ticketId, after, limit: PAGE });
      yield* rows;
      const last = rows.at(-1);
      after = last && rows.length === PAGE ? { at: last.sentAt, id: last.id } : null;
    }
    ticketId = await nextPersonTicket(database.sql, contactId, ticketId);
  }
}

/** The person's data for machines: the record, then a message per line. */
async function* personJson({ person, issuedAt }: ExportFacts, messages: AsyncIterable<PersonMessageRow>): AsyncGenerator<string> {
  const { picturePath, pictureSize, pictureExtension, ...record } = person;
  const picture = picturePath === null ? null : { file: `foto.${pictureExtension ?? "jpg"}`, bytes: pictureSize };
  yield `{"issuedAt":${JSON.stringify(issuedAt)},"person":${JSON.stringify({ ...record, picture })},"messages":[`;
  const fits = createFileBudget();
  let between = "\n";
  for await (const message of messages) {
    const { filePath, fileExtension, fileName, fileSize, ...rest } = message;
    const isIn = fits(message);
    const file = filePath === null ? null : { name: fileName, bytes: fileSize, file: isIn ? archiveNameOf(message) : null };
    yield `${between}${JSON.stringify({ ...rest, file })}`;
    between = ",\n";
  }
  yield "\n]}\n";
}

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as HTML shows it. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

/** An element with a text. */
export const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`;

/** An instant as people write it, in the company's zone. */
export const toMoment = (at: Date | string, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone }).format(new Date(at));

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem;margin-top:1.5rem}dt{font-weight:600}dd{margin:0 0 .5rem}
.m{margin:.5rem 0;padding:.5rem .75rem;border:1px solid #ddd;border-radius:.5rem;white-space:pre-wrap;overflow-wrap:anywhere}
.m small{display:block;color:#555;white-space:normal}.us{background:#f3f7f5}`;

/** The beginning of a page that needs nothing beside itself, and runs nothing. */
const beginPage = (language: string, title: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>\n`;

const END_PAGE = "</body></html>\n";

/** A whole page of parts that are HTML already. */
export const page = (language: string, title: string, parts: readonly string[]): string =>
  `${beginPage(language, title)}${parts.join("\n")}\n${END_PAGE}`;

/** The person's data as a page to read, which shows pictures and links the other files of its archive. */
async function* personPage(facts: ExportFacts, messages: AsyncIterable<PersonMessageRow>): AsyncGenerator<string> {
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

async function* entriesOf(services: Services, facts: ExportFacts, messages: ReadMessages): AsyncGenerator<ZipEntry> {
  yield { name: "dados.html", bytes: toBytes(personPage(facts, messages())) };
  yield { name: "dados.json", bytes: toBytes(personJson(facts, messages())) };
  const { picturePath, pictureExtension } = facts.person;
  if (picturePath !== null) yield { name: `foto.${pictureExtension ?? "jpg"}`, bytes: readFile(services, picturePath) };
  const fits = createFileBudget();
  for await (const message of messages()) {
    const name = archiveNameOf(message);
    if (name !== null && message.filePath !== null && fits(message)) yield { name, bytes: readFile(services, message.filePath) };
  }
}

/** A file that is lost is empty in the archive: everything else is still the person's. */
async function* readFile({ files, logger }: Services, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* (await files.open(path)).stream as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    logger.warn({ err: error }, "a file of an export is not in the store");
  }
}

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

async function* endingIn<T>(parts: AsyncIterable<T>, end: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* parts;
  } finally {
    await end();
  }
}
