import { API_REACHES, type ApiReach } from "@balcao/domain/apiTokens";
import { useTranslation } from "react-i18next";
import { SelectField } from "../SelectField";
import { ChoiceChips } from "./ChoiceChips";

interface ReachFieldsProps {
  /** The texts of the form. */
  readonly area: "apiTokens" | "hooks";
  readonly reach: string;
  readonly queueIds: readonly number[];
  readonly queues: readonly { readonly id: number; readonly name: string; readonly color: string }[];
  readonly help?: string | undefined;
  readonly error: string | undefined;
  readonly onReach: (reach: ApiReach) => void;
  readonly onQueueIds: (ids: number[]) => void;
}

/** Which conversations a token or a webhook reaches (D-571). */
export function ReachFields({ area, reach, queueIds, queues, help, error, onReach, onQueueIds }: ReachFieldsProps) {
  const { t } = useTranslation(area);
  return (
    <>
      <SelectField
        label={t("form.reach")}
        value={reach}
        options={API_REACHES.map((value) => ({ value, label: t(`reach.${value}`) }))}
        help={help}
        onChange={(next) => onReach(next as ApiReach)}
      />
      {reach === "queues" && (
        <ChoiceChips
          label={t("form.queues")}
          help={t("form.queuesHelp")}
          choices={queues}
          value={queueIds}
          error={error}
          onChange={onQueueIds}
        />
      )}
    </>
  );
}
