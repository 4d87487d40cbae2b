import type { OutboundFile, SendOutcome } from "@balcao/domain/messages";
import { filesOfSent, readSentTemplate } from "@balcao/domain/templates";
import { listFiles } from "@balcao/database/files";
import type { ClaimedSend } from "@balcao/database/outbox";
import { FileError } from "@balcao/platform/files";
import type { Services } from "../../ground/kernel/index.js";
import { pause } from "./pause.js";
import { STORE_AWAY_CODE } from "./sendOutcome.js";

/** The files of a row on this machine, until they are given back. */
export interface LentFiles {
  readonly path: string | null;
  /** Those of a template: the one of its header, or those of its cards. */
  readonly ofTemplate: readonly OutboundFile[];
  readonly giveBack: () => Promise<void>;
}

const NO_FILES: LentFiles = { path: null, ofTemplate: [], giveBack: () => Promise.resolve() };

/**
 * Borrows the files of a row. Those that do not come in time are no part of this hand-off, which
 * would otherwise be taken for a lost one while it goes on.
 */
export async function borrowFiles(services: Services, row: ClaimedSend, limitMs: number): Promise<LentFiles | SendOutcome> {
  const borrowing = row.type === "template" ? borrowOfTemplate(services, row) : borrowOne(services, row);
  const late = new AbortController();
  try {
    const files = await Promise.race([borrowing, pause(limitMs, null, late)]);
    if (files) return files;
    borrowing.then(({ giveBack }) => giveBack()).catch(() => undefined);
    return STORE_AWAY;
  } catch (error) {
    if (error instanceof FileError) return FILE_GONE;
    services.logger.warn({ err: error }, "the file of a message could not be read; the message is tried again");
    return STORE_AWAY;
  } finally {
    late.abort();
  }
}

async function borrowOne({ files }: Services, { filePath }: ClaimedSend): Promise<LentFiles> {
  return filePath === null ? NO_FILES : { ...(await files.borrow(filePath)), ofTemplate: [] };
}

/** All files of a template or none; one without a row is left out, and the template is not sent without it. */
async function borrowOfTemplate(services: Services, { details }: ClaimedSend): Promise<LentFiles> {
  const sent = readSentTemplate(details);
  const ids = sent ? [...new Set(filesOfSent(sent))] : [];
  if (ids.length === 0) return NO_FILES;
  const returns: (() => Promise<void>)[] = [];
  const giveBack = async (): Promise<void> => void (await Promise.all(returns.map((each) => each())));
  try {
    const ofTemplate: OutboundFile[] = [];
    for (const { id, path: stored, mime, originalName, size } of await listFiles(services.database.sql, ids)) {
      const file = await services.files.borrow(stored);
      returns.push(file.giveBack);
      ofTemplate.push({ id, path: file.path, mime, fileName: originalName, size });
    }
    return { path: null, ofTemplate, giveBack };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

export const FILE_GONE: SendOutcome = {
  state: "refused",
  retry: false,
  retryAfterMs: null,
  error: { code: "ERR_WAPP_DOWNLOAD_MEDIA", title: "", message: "The file is gone", details: "" },
};

const STORE_AWAY: SendOutcome = {
  state: "refused",
  retry: true,
  retryAfterMs: null,
  error: { code: STORE_AWAY_CODE, title: "", message: "The storage of files cannot be used", details: "" },
};
