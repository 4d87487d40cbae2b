import { isMediaField, longestValue, type TemplateField, type TemplateFile } from "@balcao/domain/templates";
import { useTranslation } from "react-i18next";
import { TextInput } from "../TextInput";
import { FileInput } from "./FileInput";

interface TemplateFieldsProps {
  readonly fields: readonly TemplateField[];
  readonly values: readonly string[];
  /** The files of a send that was created before. */
  readonly stored?: readonly TemplateFile[];
  /** Below the first text. */
  readonly help?: string;
  readonly faultOf: (at: number) => string | undefined;
  readonly onChange: (at: number, value: string) => void;
}

/** One input per field of a template, from top to bottom; files are uploaded as they are chosen. */
export function TemplateFields({ fields, values, stored = [], help, faultOf, onChange }: TemplateFieldsProps) {
  const toLabel = useFieldLabel();
  const first = values.findIndex((value) => value === "");
  const firstText = fields.findIndex((field) => !isMediaField(field));
  return (
    <div className="templateValues">
      {fields.map((field, at) => {
        const shared = { label: toLabel(field), value: values[at] ?? "", error: faultOf(at) };
        return isMediaField(field) ? (
          <FileInput key={at} {...shared} kind={field.kind} stored={stored} onChange={(value) => onChange(at, value)} />
        ) : (
          // A field is identified by its place.
          <TextInput
            key={at}
            {...shared}
            help={at === firstText ? help : undefined}
            autoFocus={at === first}
            slotProps={{ input: { maxLength: longestValue(field) } }}
            onChange={(event) => onChange(at, event.target.value)}
          />
        );
      })}
    </div>
  );
}

/** Names a field as people look for it: by its variable, its button and its card. */
function useFieldLabel(): (field: TemplateField) => string {
  const { t } = useTranslation("templates");
  return ({ kind, part, name, card }) => {
    const isNumbered = /^\d+$/.test(name);
    const label =
      kind !== "text"
        ? t(`field.${kind}`, { name })
        : part === "header"
          ? t(isNumbered ? "field.header" : "field.headerNamed", { name })
          : t(isNumbered ? "send.value" : "field.named", { place: name, name });
    return card === null ? label : t("field.ofCard", { place: card + 1, label });
  };
}
