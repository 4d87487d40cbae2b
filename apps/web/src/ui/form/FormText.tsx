import WarningRounded from "@mui/icons-material/WarningRounded";
import type { ComponentProps, ReactNode } from "react";
import { useWatch, type FieldValues, type Path } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextInput } from "../TextInput";
import type { SchemaForm } from "./useSchemaForm";

type InputProps = Omit<ComponentProps<typeof TextInput>, "value" | "error" | "counter" | "name">;

interface FormTextProps<Values extends FieldValues> extends InputProps {
  readonly of: SchemaForm<Values>;
  readonly name: Path<Values>;
  /** The largest number of characters; a counter is shown below the field. */
  readonly limit?: number;
  /** The input component to use, for example for passwords. */
  readonly as?: typeof TextInput;
}

/** A text field of a form, with its error and, if it is limited, its length. */
export function FormText<Values extends FieldValues>({ of, name, limit, as: Input = TextInput, ...input }: FormTextProps<Values>) {
  const { t } = useTranslation();
  const { ref, ...field } = of.form.register(name);
  const value: unknown = useWatch({ control: of.form.control, name });
  const length = typeof value === "string" ? value.length : 0;
  return (
    <Input
      autoComplete="off"
      {...input}
      {...field}
      inputRef={ref}
      error={of.faultOf(name)}
      counter={limit === undefined ? undefined : t("form.counter", { count: length, limit })}
      slotProps={{ ...input.slotProps, input: { ...input.slotProps?.input, ...(limit !== undefined && { maxLength: limit }) } }}
    />
  );
}

/** A notice that concerns the form, with a link or button for what to do about it. */
export function FormNotice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="formNotice" role="alert">
      <WarningRounded aria-hidden />
      <div>{children}</div>
    </div>
  );
}
