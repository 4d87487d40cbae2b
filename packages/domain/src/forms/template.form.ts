import { array, mixed, object, string, ValidationError, type InferType } from "yup";
import {
  findTemplateFaults,
  findValueFaults,
  TEMPLATE_CATEGORIES,
  TEMPLATE_LANGUAGES,
  TEMPLATE_SENTENCES,
  type TemplateButton,
  type TemplateField,
  type TemplateHeaderKind,
} from "../templates/index.js";

const text = () => string().default("");

/**
 * The template dialog: `findTemplateFaults` checks the whole draft, and each fault appears at its
 * field (D-217).
 */
export const templateForm = object({
  name: text(),
  category: string()
    .oneOf([...TEMPLATE_CATEGORIES])
    .required(),
  language: string()
    .oneOf([...TEMPLATE_LANGUAGES])
    .required(),
  header: text(),
  headerKind: mixed<TemplateHeaderKind>(),
  headerFile: text(),
  body: text(),
  footer: text(),
  buttons: array(mixed<TemplateButton>().required()).required(),
}).test("template", (draft, context) => {
  const faults = findTemplateFaults(draft);
  return (
    faults.length === 0 ||
    new ValidationError(
      faults.map(({ field, rule }) => context.createError({ path: field, type: rule, message: TEMPLATE_SENTENCES[rule] })),
    )
  );
});
export type TemplateForm = InferType<typeof templateForm>;

/** The values of a template that is being sent, one for each of its fields (CONV-041). */
export const templateValuesForm = object({
  fields: array(mixed<TemplateField>().required()).required(),
  values: array(text())
    .required()
    .test("values", (values, context) => {
      const { fields } = context.parent as { readonly fields: readonly TemplateField[] };
      const faults = findValueFaults(fields, values).flatMap((rule, at) =>
        rule === null ? [] : [context.createError({ path: `values.${at}`, type: rule, message: TEMPLATE_SENTENCES[rule] })],
      );
      return faults.length === 0 || new ValidationError(faults);
    }),
});
export type TemplateValuesForm = InferType<typeof templateValuesForm>;
