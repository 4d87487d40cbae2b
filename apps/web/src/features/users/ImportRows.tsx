import type { ImportRowView } from "@balcao/contracts/users";
import Checkbox from "@mui/material/Checkbox";
import { useTranslation } from "react-i18next";

interface ImportRowsProps {
  readonly rows: readonly ImportRowView[];
  /** The numbers of the rows to import. */
  readonly chosen: ReadonlySet<number>;
  readonly onToggle: (line: number) => void;
}

/** The rows of a spreadsheet: those without an error can be chosen, the others say what is wrong. */
export function ImportRows({ rows, chosen, onToggle }: ImportRowsProps) {
  const { t } = useTranslation("users");
  return (
    <ul className="importRows" aria-label={t("import.rows")}>
      {rows.map((row) => {
        const { line, name, email, exists, problems } = row;
        const label = t("import.line", { line, name: name || email });
        return (
          <li key={line}>
            <Checkbox
              size="small"
              checked={chosen.has(line)}
              disabled={exists || problems.length > 0}
              onChange={() => onToggle(line)}
              slotProps={{ input: { "aria-label": label } }}
            />
            <div>
              <strong>{label}</strong>
              <p>{email}</p>
              {problems.length > 0 && (
                <p data-error>{[...new Set(problems.map(({ column }) => t(`import.problem.${column}`)))].join(" · ")}</p>
              )}
            </div>
            {problems.length === 0 && (
              <span className="chip" data-tone={exists ? "warning" : "success"}>
                {t(exists ? "import.exists" : "import.ready")}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
