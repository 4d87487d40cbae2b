import type { ReportLanguage } from "@balcao/contracts/reports";
import type { PersonMessageRow, PersonRow } from "@balcao/database/privacy";

/** What fits into an archive that every program opens, with room for the texts, and what a browser can keep. */
const MOST_BYTES = 3 * 1024 ** 3;
const MOST_FILES = 20_000;

/** The person and how they are written down. */
export interface ExportFacts {
  readonly person: PersonRow;
  readonly language: ReportLanguage;
  readonly issuedAt: Date;
  readonly timeZone: string;
  readonly company: string;
}

/** The name of a message's file in the archive; null where there is none. */
export const archiveNameOf = ({ id, fileExtension, filePath }: PersonMessageRow): string | null =>
  filePath === null ? null : `arquivos/${id}${fileExtension === null || fileExtension === "" ? "" : `.${fileExtension}`}`;

/** Decides by the order of the messages which files are in the archive, so that page, JSON and archive say the same. */
export function createFileBudget() {
  let bytes = 0;
  let files = 0;
  return ({ filePath, fileSize }: Pick<PersonMessageRow, "filePath" | "fileSize">): boolean => {
    if (filePath === null || files === MOST_FILES || bytes + (fileSize ?? 0) > MOST_BYTES) return false;
    files += 1;
    bytes += fileSize ?? 0;
    return true;
  };
}
