import type { ConnectionForm } from "@balcao/domain/forms";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextInput } from "../../../ui";
import { toProblem } from "./toProblem";

export type ConnectionFormApi = UseFormReturn<ConnectionForm, unknown, ConnectionForm>;

type TextName = {
  [N in keyof ConnectionForm]: ConnectionForm[N] extends string ? (N extends "api" ? never : N) : never;
}[keyof ConnectionForm];

interface MessageFieldProps {
  readonly form: ConnectionFormApi;
  readonly name: TextName;
  readonly multiline?: boolean;
  readonly help?: string;
  readonly type?: string;
  readonly placeholder?: string;
  /** It stands as it is. */
  readonly locked?: boolean;
}

/** One text of the connection, with its error and, for messages to contacts, how long it is. */
export function MessageField({ form, name, multiline = false, help, type = "text", placeholder, locked = false }: MessageFieldProps) {
  const { t } = useTranslation("connections");
  const { ref, ...field } = form.register(name);
  const value = useWatch({ control: form.control, name });
  return (
    <TextInput
      label={t(`form.${name}`)}
      type={type}
      help={help}
      multiline={multiline}
      {...(multiline && { minRows: 2, maxRows: 6 })}
      counter={multiline ? `${value.length}/4000` : undefined}
      error={toProblem(form.formState.errors[name]?.message)}
      autoComplete={type === "password" ? "new-password" : "off"}
      readOnly={locked}
      {...(placeholder !== undefined && { placeholder })}
      {...field}
      inputRef={ref}
    />
  );
}
