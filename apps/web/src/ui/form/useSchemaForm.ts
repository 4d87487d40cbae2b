import { yupResolver } from "@hookform/resolvers/yup";
import type { FlatNamespace } from "i18next";
import { useRef, type SyntheticEvent } from "react";
import {
  get,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import type { ObjectSchema } from "yup";
import { toErrorText } from "../../lib/api";
import { toFieldProblems, toProblemText } from "./problems";

type Form<Values extends FieldValues> = UseFormReturn<Values, unknown, Values>;

export interface SchemaFormOptions<Values extends FieldValues> {
  /** Loads the schema, so that yup is not part of the first page. */
  readonly schema: () => Promise<ObjectSchema<Values>>;
  readonly values: DefaultValues<Values>;
  /** The texts that hold the sentences of broken rules. */
  readonly area: FlatNamespace;
  readonly send: (values: Values, form: Form<Values>) => Promise<void>;
  /** Returns true when it has shown the error itself. */
  readonly onRefused?: (error: unknown, form: Form<Values>) => boolean;
  /** Called when the schema refuses the values. */
  readonly onInvalid?: () => void;
  /** The delay between the button and the call, in milliseconds. */
  readonly delayMs?: number;
}

/** The state of a form that its dialog needs. */
export interface FormState {
  readonly submit: (event: SyntheticEvent) => void;
  /** True from the button until the answer. */
  readonly busy: boolean;
  readonly dirty: boolean;
  /** Why the form was refused, if that concerns none of its fields. */
  readonly problem: string | undefined;
  /** The number of invalid fields. */
  readonly wrong: number;
}

/** Shows a refusal at the fields that it concerns, or above the form when it concerns none. */
function showRefusal<Values extends FieldValues>(form: Form<Values>, error: unknown): void {
  const problems = toFieldProblems(error, Object.keys(form.getValues()));
  problems.forEach(({ field, rule, message }, at) =>
    form.setError(field as Path<Values>, { type: rule, message }, { shouldFocus: at === 0 }),
  );
  if (problems.length === 0) form.setError("root", { type: "server", message: toErrorText(error) });
}

/**
 * A form that a schema validates. It is submitted once at a time, and a refusal is shown at the
 * fields that it concerns.
 */
export function useSchemaForm<Values extends FieldValues>(options: SchemaFormOptions<Values>) {
  const { schema, values, area, send, onRefused, onInvalid, delayMs = 0 } = options;
  const form = useForm<Values, unknown, Values>({
    defaultValues: values,
    resolver: async (...judged) => {
      // The types of yup lose the field names of a generic schema.
      const resolve = yupResolver(await schema()) as unknown as Resolver<Values, unknown, Values>;
      return resolve(...judged);
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const sending = useRef(false);

  function refuse(error: unknown): void {
    if (onRefused?.(error, form) !== true) showRefusal(form, error);
  }

  const sendOnce = form.handleSubmit(
    async (judged) => {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      try {
        await send(judged, form);
      } catch (error) {
        refuse(error);
      }
    },
    () => onInvalid?.(),
  );

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    // React passes events of a dialog to the surrounding form, too.
    event.stopPropagation();
    if (sending.current) return;
    sending.current = true;
    void sendOnce()
      .catch(refuse)
      .finally(() => {
        sending.current = false;
      });
  }

  /** The error below a field; `name` may be a path into lists, such as `buttons.0.text`. */
  function faultOf(name: string): string | undefined {
    const fault = get<typeof errors, FieldError | undefined>(errors, name);
    if (fault?.type === undefined) return undefined;
    return toProblemText(area, { field: name, rule: String(fault.type), message: fault.message ?? "" });
  }

  const state: FormState = {
    submit,
    busy: isSubmitting,
    dirty: isDirty,
    problem: errors.root?.message,
    wrong: Object.keys(errors).filter((name) => name !== "root").length,
  };
  return { ...state, form, faultOf };
}

/** A form with values of type `Values`, for the components of its fields. */
export type SchemaForm<Values extends FieldValues> = FormState & {
  readonly form: Form<Values>;
  readonly faultOf: (name: string) => string | undefined;
};
