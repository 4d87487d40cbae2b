import type { AudienceView, ChosenTemplateView } from "@balcao/contracts/massSends";
import type { TemplateChoice, TemplateView } from "@balcao/contracts/templates";
import { fieldsOf, obstacleToSend, type TemplateFile } from "@balcao/domain/templates";
import { fillPlaceholders, placeholderValues } from "@balcao/domain/texts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { replaced } from "../../lib/moved";
import { templatesQuery } from "../../lib/data/templates";
import { useSettings } from "../../lib/data/settings";
import { useSelf } from "../../lib/session";
import { toFacts } from "../../lib/templateChoice";
import { useMinute } from "../../lib/useMinute";
import { SelectField } from "../SelectField";
import { TemplateFields, TemplatePreview } from "../template";

/** A chosen template with the files that an earlier choice has stored. */
export type WindowChoice = TemplateChoice & { readonly files?: readonly TemplateFile[] };

interface WindowTemplateProps {
  readonly counted: AudienceView | undefined;
  readonly value: WindowChoice | null;
  readonly error: string | undefined;
  readonly onChange: (template: WindowChoice | null) => void;
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
  const { t } = useTranslation(["audience", "templates"]);
  const { data } = useQuery(templatesQuery(connectionId));
  const approved = (data?.data ?? []).filter(({ status }) => status === "APPROVED");
  const obstacles = approved.flatMap((each) => ({ name: each.name, obstacle: obstacleToSend(toFacts(each)) }));
  const usable = approved.filter((_each, at) => obstacles[at]?.obstacle === null);
  const chosen = usable.find((each) => value !== null && keyOf(each) === keyOf(value));
  const choose = (key: string) => onChange(toEmptyChoice(usable.find((each) => keyOf(each) === key)));
  const unable = obstacles.flatMap(({ name, obstacle }) =>
    obstacle ? [`${name}: ${t(`templates:send.obstacle.${obstacle.what}`, { name: obstacle.name })}`] : [],
  );
  return (
    <>
      <SelectField
        label={t("audience:window.label")}
        value={value ? keyOf(value) : NONE}
        error={error}
        options={[{ value: NONE, label: t("audience:window.none") }, ...optionsOf(usable, value)]}
        onChange={choose}
      />
      {unable.length > 0 && (
        <details className="windowUnable">
          <summary>{t("audience:window.unable", { count: unable.length })}</summary>
          <ul>
            {unable.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      {value && chosen && (
        <TemplateFields
          fields={fieldsOf(toFacts(chosen))}
          values={value.values}
          stored={value.files ?? []}
          help={t("audience:window.valueHelp")}
          faultOf={() => undefined}
          onChange={(at, text) => onChange({ ...value, version: chosen.version, values: replaced(value.values, at, text) })}
        />
      )}
      {value && chosen && <Preview template={chosen} value={value} samples={samples} />}
    </>
  );
}

/** A template whose texts are still to be written. */
function toEmptyChoice(template: TemplateView | undefined): WindowChoice | null {
  if (!template) return null;
  const { name, language, version } = template;
  return { name, language, version, values: fieldsOf(toFacts(template)).map(() => "") };
}

/** A template that was chosen before stays in the list even when it can no longer be sent. */
function optionsOf(usable: readonly TemplateView[], value: TemplateChoice | null) {
  const keys = new Set([...usable.map(keyOf), ...(value ? [keyOf(value)] : [])]);
  return [...keys].map((key) => ({ value: key, label: key }));
}

/** A chosen template in one line. */
export const toTemplateLine = ({ name, text }: Pick<ChosenTemplateView, "name" | "text">): string => `${name}: ${text}`;

interface PreviewProps {
  readonly template: TemplateView;
  readonly value: WindowChoice;
  readonly samples: AudienceView["samples"];
}

/** The template as the first recipient would read it. */
function Preview({ template, value: { values, files = [] }, samples: [first] }: PreviewProps) {
  const { t } = useTranslation("audience");
  const { name: user } = useSelf();
  const { timeZone } = useSettings();
  const person = { name: first?.name ?? "", number: first?.number ?? "", queue: "", user };
  const filled = placeholderValues(person, new Date(useMinute()), timeZone);
  return (
    <TemplatePreview
      label={t("window.preview")}
      template={toFacts(template)}
      values={values.map((value) => fillPlaceholders(value, filled))}
      stored={files}
    />
  );
}
