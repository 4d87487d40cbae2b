import { useEffect } from "react";
import type { FieldValues } from "react-hook-form";
import { useSchemaForm, type SchemaFormOptions } from "./useSchemaForm";

/** The delay between pressing the button and submitting the dialog, in milliseconds (CONST-005). */
const SUBMIT_DELAY_MS = 400;

/** The form of a `FormDialog`. */
export function useFormDialog<Values extends FieldValues>(options: Omit<SchemaFormOptions<Values>, "delayMs">) {
  const { schema } = options;
  useEffect(() => {
    // The schema is loaded while the person types, because submitting needs it.
    schema().catch(() => undefined);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Once, for the first schema.
  }, []);
  return useSchemaForm({ ...options, delayMs: SUBMIT_DELAY_MS });
}
