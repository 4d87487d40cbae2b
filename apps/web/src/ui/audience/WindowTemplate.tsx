import type { AudienceView, ChosenTemplateView } from "@balcao/contracts/massSends";
import type { TemplateChoice, TemplateView } from "@balcao/contracts/templates";
import { countVariables, fillVariables, obstacleToSend, TEMPLATE_LIMITS, templateText, toSentTemplate } from "@balcao/domain/templates";
import { fillPlaceholders, placeholderValues } from "@balcao/domain/texts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { replaced } from "../../lib/moved";
import { templatesQuery } from "../../lib/data/templates";
import { useSettings } from "../../lib/data/settings";
import { useSelf } from "../../lib/session";
import { toFacts } from "../../lib/templateChoice";
import { useMinute } from "../../lib/useMinute";
import { PhonePreview } from "../PhonePreview";
import { SelectField } from "../SelectField";
import { TextInput } from "../TextInput";
import { WaText } from "../waText";

interface WindowTemplateProps {
  readonly counted: AudienceView | undefined;
  readonly value: TemplateChoice | null;
  readonly error: string | undefined;
  readonly onChange: (template: TemplateChoice | null) => void;
}

const NONE = "none";
const keyOf = ({ name, language = "" }: Pick<TemplateChoice, "name" | "language">): string => `${name} (${language})`;

/** Whether a chosen template has all its texts. */
export const isTemplateComplete = (template: TemplateChoice | null): boolean =>
  template === null || template.values.every((value) => value.trim() !== "");

/**
 * What goes to recipients whom the network lets no free text reach: an approved template with texts
 * for each of its variables, or nothing. Shown where there are such recipients.
 */
export function WindowTemplate({ counted, ...props }: WindowTemplateProps) {
  const { t } = useTranslation("audience");
  if (!counted || counted.windowClosed === 0) return null;
  return (
    <section className="windowTemplate" aria-label={t("window.label")}>
      <p role="note">{t(props.value ? "window.getTemplate" : "window.skipped", { count: counted.windowClosed })}</p>
      {counted.templatesOf !== null && <Choice {...props} connectionId={counted.templatesOf} samples={counted.samples} />}
    </section>
  );
}

interface ChoiceProps extends Omit<WindowTemplateProps, "counted"> {
  readonly connectionId: number;
  readonly samples: AudienceView["samples"];
}

function Choice({ connectionId, samples, value, error, onChange }: ChoiceProps) {
  const { t } = useTranslation("audience");
  const { data } = useQuery(templatesQuery(connectionId));
  const usable = (data?.data ?? []).filter((each) => obstacleToSend(toFacts(each)) === null);
  const chosen = usable.find((each) => value !== null && keyOf(each) === keyOf(value));
  const choose = (key: string) => onChange(toEmptyChoice(usable.find((each) => keyOf(each) === key)));
  return (
    <>
      <SelectField
        label={t("window.label")}
        value={value ? keyOf(value) : NONE}
        error={error}
        options={[{ value: NONE, label: t("window.none") }, ...optionsOf(usable, value)]}
        onChange={choose}
      />
      {value?.values.map((text, at) => (
        // A variable is identified by its number.
        <TextInput
          key={at}
          label={t("window.value", { place: at + 1 })}
          help={at === 0 ? t("window.valueHelp") : undefined}
          value={text}
          slotProps={{ input: { maxLength: TEMPLATE_LIMITS.value } }}
          onChange={(event) => onChange({ ...value, values: replaced(value.values, at, event.target.value) })}
        />
      ))}
      {value && chosen && <Preview template={chosen} values={value.values} samples={samples} />}
    </>
  );
}

/** A template whose texts are still to be written. */
function toEmptyChoice(template: TemplateView | undefined): TemplateChoice | null {
  if (!template) return null;
  const count = countVariables(templateText(toFacts(template), "BODY")) ?? 0;
  return { name: template.name, language: template.language, values: Array.from({ length: count }, () => "") };
}

/** A template that was chosen before stays in the list even when it can no longer be sent. */
function optionsOf(usable: readonly TemplateView[], value: TemplateChoice | null) {
  const keys = new Set([...usable.map(keyOf), ...(value ? [keyOf(value)] : [])]);
  return [...keys].map((key) => ({ value: key, label: key }));
}

/** A chosen template in one line. */
export const toTemplateLine = ({ name, body, values }: Pick<ChosenTemplateView, "name" | "body" | "values">): string =>
  `${name}: ${fillVariables(body, values)}`;

interface PreviewProps {
  readonly template: TemplateView;
  readonly values: readonly string[];
  readonly samples: AudienceView["samples"];
}

/** The template as the first recipient would read it. */
function Preview({ template, values, samples: [first] }: PreviewProps) {
  const { t } = useTranslation("audience");
  const { name: user } = useSelf();
  const { timeZone } = useSettings();
  const person = { name: first?.name ?? "", number: first?.number ?? "", queue: "", user };
  const filled = placeholderValues(person, new Date(useMinute()), timeZone);
  const { body, sent } = toSentTemplate(
    toFacts(template),
    values.map((value) => fillPlaceholders(value, filled)),
  );
  return (
    <PhonePreview label={t("window.preview")} header={sent.header} footer={sent.footer} buttons={template.buttons}>
      <WaText text={body} />
    </PhonePreview>
  );
}
