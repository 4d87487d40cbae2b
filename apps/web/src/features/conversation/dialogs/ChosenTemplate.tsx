import type { TemplateView } from "@balcao/contracts/templates";
import { findValueFaults, TEMPLATE_LIMITS, toSentTemplate } from "@balcao/domain/templates";
import ArrowBack from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { PhonePreview, TextInput } from "../../../ui";
import { WaText } from "../../../ui/waText";
import { toFacts } from "./templateChoice";

interface ChosenTemplateProps {
  readonly template: TemplateView;
  readonly values: readonly string[];
  /** Somebody tried to send it as it is. */
  readonly tried: boolean;
  readonly onChange: (values: readonly string[]) => void;
  readonly onBack: () => void;
}

/** One field per variable, and the bubble as the customer will get it, changing with every key (CONV-041). */
export function ChosenTemplate({ template, values, tried, onChange, onBack }: ChosenTemplateProps) {
  const { t } = useTranslation("templates");
  const { body, sent } = toSentTemplate(toFacts(template), values);
  const faults = findValueFaults(values);
  return (
    <div className="chosenTemplate">
      <Button className="chosenTemplateBack" size="small" variant="text" startIcon={<ArrowBack />} onClick={onBack}>
        {t("send.back")}
      </Button>
      {values.map((value, at) => {
        const fault = faults[at];
        return (
          // A variable is its number.
          <TextInput
            key={at}
            label={t("send.value", { place: at + 1 })}
            value={value}
            autoFocus={at === values.findIndex((each) => each === "")}
            error={fault && (tried || fault !== "required") ? t(`send.fault.${fault}`) : undefined}
            slotProps={{ input: { maxLength: TEMPLATE_LIMITS.value } }}
            onChange={(event) => onChange(values.map((each, place) => (place === at ? event.target.value : each)))}
          />
        );
      })}
      <div className="field">
        <span className="fieldLabel">{t("send.preview")}</span>
        <PhonePreview label={t("send.preview")} header={sent.header} footer={sent.footer} buttons={template.buttons}>
          <WaText text={body} />
        </PhonePreview>
      </div>
    </div>
  );
}
