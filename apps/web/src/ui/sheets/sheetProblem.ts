import i18next from "i18next";
import { ApiError, toErrorText } from "../../lib/api";

/** What can be chosen as a spreadsheet. */
export const SHEET_FILES = ".xlsx,.xls,.ods,.csv,.txt,.vcf";

/** Why a spreadsheet was refused, in words for the person who chose it. */
export function toSheetProblem(error: unknown): string {
  const rule = error instanceof ApiError ? error.details.find(({ field }) => field === "medias")?.rule : undefined;
  const key = `problem.${rule ?? ""}`;
  return rule !== undefined && i18next.exists(key, { ns: "sheets" })
    ? i18next.t(key, { ns: "sheets", defaultValue: "" })
    : toErrorText(error);
}
