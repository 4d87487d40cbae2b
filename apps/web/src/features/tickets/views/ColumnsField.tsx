import { VIEW_COLUMNS } from "@balcao/domain/savedViews";
import { useTranslation } from "react-i18next";
import { ChoiceChips, SwitchRow } from "../../../ui/form";

interface ColumnsFieldProps {
  readonly chosen: readonly string[] | null;
  readonly onChoose: (columns: string[] | null) => void;
}

/** What the rows of the view show; off, what those of every list show (D-611). */
export function ColumnsField({ chosen, onChoose }: ColumnsFieldProps) {
  const { t } = useTranslation("views");
  return (
    <>
      <SwitchRow
        label={t("form.columns")}
        help={t("form.columnsHelp")}
        checked={chosen !== null}
        onChange={(on) => onChoose(on ? ["queue", "target"] : null)}
      />
      {chosen !== null && (
        <ChoiceChips
          label={t("form.shows")}
          help={t("form.showsHelp")}
          choices={VIEW_COLUMNS.map((column, id) => ({ id, name: t(`column.${column}`) }))}
          value={VIEW_COLUMNS.flatMap((column, id) => (chosen.includes(column) ? [id] : []))}
          onChange={(ids) => onChoose(VIEW_COLUMNS.filter((_column, id) => ids.includes(id)))}
        />
      )}
    </>
  );
}
