import type { ConnectionForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormText, PlaceholderChips, type SchemaForm } from "../../../ui/form";

type TextName = {
  [N in keyof ConnectionForm]: ConnectionForm[N] extends string ? (N extends "api" ? never : N) : never;
}[keyof ConnectionForm];

interface MessageFieldProps {
  readonly of: SchemaForm<ConnectionForm>;
  readonly name: TextName;
  /** A message to customers: several rows, with a character counter. */
  readonly multiline?: boolean;
  readonly help?: string;
  readonly type?: string;
  readonly placeholder?: string;
  /** The field is read-only. */
  readonly locked?: boolean;
}

/** One text field of the connection, with its error and, for messages to contacts, its length, placeholders and a preview. */
export function MessageField({ of, name, multiline = false, help, type = "text", placeholder, locked = false }: MessageFieldProps) {
  const { t } = useTranslation("connections");
  const value = useWatch({ control: of.form.control, name });
  const field = (
    <FormText
      of={of}
      name={name}
      label={t(`form.${name}`)}
      type={type}
      help={help}
      multiline={multiline}
      {...(multiline && { minRows: 2, maxRows: 6, limit: LIMITS.connection.message })}
      autoComplete={type === "password" ? "new-password" : "off"}
      readOnly={locked}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
  if (!multiline) return field;
  return (
    <PlaceholderChips value={value} onChange={(next) => of.form.setValue(name, next, { shouldDirty: true })}>
      {field}
    </PlaceholderChips>
  );
}
