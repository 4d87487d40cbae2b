import type { ConnectionForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useTranslation } from "react-i18next";
import { FormText, type SchemaForm } from "../../../ui/form";

type TextName = {
  [N in keyof ConnectionForm]: ConnectionForm[N] extends string ? (N extends "api" ? never : N) : never;
}[keyof ConnectionForm];

interface MessageFieldProps {
  readonly of: SchemaForm<ConnectionForm>;
  readonly name: TextName;
  /** A message to customers: several lines, counted. */
  readonly multiline?: boolean;
  readonly help?: string;
  readonly type?: string;
  readonly placeholder?: string;
  /** It cannot be changed. */
  readonly locked?: boolean;
}

/** One text of the connection, with its fault and, for messages to contacts, its length. */
export function MessageField({ of, name, multiline = false, help, type = "text", placeholder, locked = false }: MessageFieldProps) {
  const { t } = useTranslation("connections");
  return (
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
}
