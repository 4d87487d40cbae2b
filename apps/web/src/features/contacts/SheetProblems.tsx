import type { SheetRowProblem } from "@balcao/contracts/contacts";
import { useTranslation } from "react-i18next";

/** The rows of a spreadsheet that cannot be imported, each with its problem. */
export function SheetProblems({ problems }: { readonly problems: readonly SheetRowProblem[] }) {
  const { t } = useTranslation("contacts");
  if (problems.length === 0) return null;
  return (
    <ul className="contactRowProblems" tabIndex={0} aria-label={t("sheet.problems")}>
      {problems.map(({ line, problem, reason, number }) => (
        <li key={line}>
          <b>{t("sheet.line", { line })}</b> {number} ·{" "}
          {reason === undefined ? t(`sheet.rowProblem.${problem}`) : t(`fieldProblem.number.${reason}`)}
        </li>
      ))}
    </ul>
  );
}
