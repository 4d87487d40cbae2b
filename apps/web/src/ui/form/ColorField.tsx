import { useId, type CSSProperties } from "react";
import { useWatch, type FieldValues, type Path, type PathValue } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ColorDot } from "../ColorDot";
import { FormText } from "./FormText";
import type { SchemaForm } from "./useSchemaForm";

/** Colours that can be distinguished in both themes. */
export const COLORS = [
  "#1e7a3e",
  "#236681",
  "#8a5300",
  "#6b4fa3",
  "#b3261e",
  "#0b6fa4",
  "#b36b00",
  "#2f7f79",
  "#a13d7a",
  "#4a5fb5",
  "#5f7a1e",
  "#51636d",
] as const;

interface ColorFieldProps<Values extends FieldValues> {
  readonly of: SchemaForm<Values>;
  readonly name: Path<Values>;
  readonly label: string;
  /** The most characters of the number. */
  readonly limit: number;
  /** Shown below the field while there is no error. */
  readonly help?: string | undefined;
}

/** A colour: one of a palette, or any other as a hex number (QUEUE-011). */
export function ColorField<Values extends FieldValues>({ of, name, label, limit, help }: ColorFieldProps<Values>) {
  const { t } = useTranslation();
  const group = useId();
  const value: unknown = useWatch({ control: of.form.control, name });
  const chosen = String(value);
  const choose = (color: string) =>
    of.form.setValue(name, color as PathValue<Values, Path<Values>>, {
      shouldDirty: true,
      shouldValidate: of.form.formState.isSubmitted,
    });
  return (
    <div className="colorField">
      <FormText
        of={of}
        name={name}
        label={label}
        help={help}
        slotProps={{ input: { maxLength: limit } }}
        startAdornment={<ColorDot color={chosen} />}
      />
      <div className="swatches" role="radiogroup" aria-label={t("form.palette")}>
        {COLORS.map((color) => (
          <label key={color} className="swatch" style={{ "--chosen": color } as CSSProperties} title={color}>
            <input type="radio" name={group} aria-label={color} checked={chosen.toLowerCase() === color} onChange={() => choose(color)} />
          </label>
        ))}
      </div>
    </div>
  );
}
