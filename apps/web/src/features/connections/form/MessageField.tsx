import type { ConnectionForm } from "@balcao/domain/forms";
import { useWatch, type UseFormReturn } from "react-hook-form";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { TextInput } from "../../../ui";

export type ConnectionFormApi = UseFormReturn<ConnectionForm, unknown, ConnectionForm>;

type TextName = {
  [N in keyof ConnectionForm]: ConnectionForm[N] extends string ? (N extends "api" | "tokenMeta" ? never : N) : never;
}[keyof ConnectionForm];

interface MessageFieldProps {
  readonly form: ConnectionFormApi;
  readonly name: TextName;
  readonly multiline?: boolean;
  readonly help?: string;
  readonly type?: string;
}

/** A known code reads as its sentence; the documented form messages stay as quoted. */
const toMessage = (message: string | undefined): string | undefined =>
  message !== undefined && i18next.exists(message, { ns: "errors" })
    ? i18next.t(message, { ns: "errors", defaultValue: message })
    : message;

/** One text of the connection, with its error and, for messages to contacts, how long it is. */
export function MessageField({ form, name, multiline = false, help, type = "text" }: MessageFieldProps) {
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
      error={toMessage(form.formState.errors[name]?.message)}
      autoComplete="off"
      {...field}
      inputRef={ref}
    />
  );
}
