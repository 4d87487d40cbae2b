import type { TemplateView } from "@balcao/contracts/templates";
import type { TemplateValuesForm } from "@balcao/domain/forms";
import { TEMPLATE_LIMITS, toSentTemplate } from "@balcao/domain/templates";
import ArrowBack from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { PhonePreview, TextInput } from "../../../ui";
import type { SchemaForm } from "../../../ui/form";
import { WaText } from "../../../ui/waText";
import { replaced } from "../../../lib/moved";
import { toFacts } from "../../../lib/templateChoice";

interface ChosenTemplateProps {
  readonly template: TemplateView;
  readonly form: SchemaForm<TemplateValuesForm>;
  readonly onBack: () => void;
}

/** One field per variable, and a preview of the message that changes with every key (CONV-041). */
export function ChosenTemplate({ template, form, onBack }: ChosenTemplateProps) {
  const { t } = useTranslation("templates");
  const values = useWatch({ control: form.form.control, name: "values" });
  const { body, sent } = toSentTemplate(toFacts(template), values);
  // The rules concern all values together, so they are checked together.
  const change = (at: number, value: string) =>
    form.form.setValue("values", replaced(values, at, value), { shouldDirty: true, shouldValidate: true });
  const faultOf = (at: number) => {
    const fault = form.faultOf(`values.${at}`);
    return values[at] === "" && !form.form.formState.isSubmitted ? undefined : fault;
  };
  return (
    <div className="chosenTemplate">
      <Button className="chosenTemplateBack" size="small" variant="text" startIcon={<ArrowBack />} onClick={onBack}>
        {t("send.back")}
      </Button>
      {values.map((value, at) => (
        // A variable is identified by its number.
        <TextInput
          key={at}
          label={t("send.value", { place: at + 1 })}
          value={value}
          autoFocus={at === values.findIndex((each) => each === "")}
          error={faultOf(at)}
          slotProps={{ input: { maxLength: TEMPLATE_LIMITS.value } }}
          onChange={(event) => change(at, event.target.value)}
        />
      ))}
      <div className="field">
        <span className="fieldLabel">{t("send.preview")}</span>
        <PhonePreview label={t("send.preview")} header={sent.header} footer={sent.footer} buttons={template.buttons}>
          <WaText text={body} />
        </PhonePreview>
      </div>
    </div>
  );
}
