import { AppError } from "@balcao/contracts/errors";
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
import { personJson } from "./personJson.js";
import { personPage } from "./personPage.js";

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
