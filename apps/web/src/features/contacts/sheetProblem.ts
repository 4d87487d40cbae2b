import i18next from "i18next";
import { ApiError, toErrorText } from "../../lib/api";

/** Why a spreadsheet was refused, in words for the person who chose it. */
export function toSheetProblem(error: unknown): string {
  const rule = error instanceof ApiError ? error.details.find(({ field }) => field === "medias")?.rule : undefined;
  const key = `sheet.problem.${rule ?? ""}`;
  return rule !== undefined && i18next.exists(key, { ns: "contacts" })
    ? i18next.t(key, { ns: "contacts", defaultValue: "" })
    : toErrorText(error);
}
