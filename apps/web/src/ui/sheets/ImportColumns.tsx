import type { SheetColumnsView } from "@balcao/contracts/contacts";
import Button from "@mui/material/Button";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";

const FIELDS = {
  import: ["name", "lastName", "number", "email", "autoReply", "tags"],
  delegation: ["name", "number", "queue", "user"],
  users: ["name", "email", "profile", "queues", "connection", "active"],
} as const;
/** Without these nothing can be imported. */
const NEEDED = { import: ["number"], delegation: ["number"], users: ["name", "email"] } as const;

interface ImportColumnsProps {
  readonly kind: keyof typeof FIELDS;
  readonly columns: SheetColumnsView;
  readonly busy: boolean;
  readonly onAssign: (columns: readonly string[]) => void;
}

/** What each column of a spreadsheet is: asked where a needed one was not found, and shown on demand otherwise (D-361). */
export function ImportColumns(props: ImportColumnsProps) {
  const { t } = useTranslation("sheets");
  if (props.columns.isMissing) return <Assignment {...props} />;
  return (
    <details>
      <summary>{t("change")}</summary>
      <Assignment {...props} />
    </details>
  );
}

function Assignment({ kind, columns, busy, onAssign }: ImportColumnsProps) {
  const { t } = useTranslation("sheets");
  const [taken, setTaken] = useState(columns.taken);
  const put = (place: number, field: string) => setTaken(taken.map((each, at) => (at === place ? field : each)));
  const { header, samples, isMissing } = columns;
  // Columns without a word in them are nothing that a person could name.
  const places = header.map((_, place) => place).filter((place) => [header, ...samples].some((cells) => (cells[place] ?? "") !== ""));
  return (
    <section className="sheetColumns" aria-label={t("title")}>
      {isMissing && <p role="status">{t(`missing.${kind}`)}</p>}
      <ul>
        {places.map((place) => {
          const name = header[place] || t("unnamed", { count: place + 1 });
          return (
            <li key={place}>
              <span className="sheetColumnName">
                <b>{name}</b>
                <span>
                  {samples
                    .map((cells) => cells[place])
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
              <select aria-label={t("choose", { name })} value={taken[place]} onChange={(event) => put(place, event.target.value)}>
                <option value="">{t("field.none")}</option>
                {FIELDS[kind].map((field) => (
                  <option key={field} value={field}>
                    {t(`field.${field}`)}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
      <Button variant="outlined" disabled={busy || NEEDED[kind].some((field) => !taken.includes(field))} onClick={() => onAssign(taken)}>
        {t("submit")}
      </Button>
    </section>
  );
}

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
