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
  /** Loads the schema; yup is no part of the first page. */
  readonly schema: () => Promise<ObjectSchema<Values>>;
  readonly values: DefaultValues<Values>;
  /** The texts that hold the sentences of broken rules. */
  readonly area: FlatNamespace;
  readonly send: (values: Values, form: Form<Values>) => Promise<void>;
  /** Returns true when it has shown the error itself. */
  readonly onRefused?: (error: unknown, form: Form<Values>) => boolean;
  /** Called when the schema refuses the values. */
  readonly onInvalid?: () => void;
  /** Milliseconds between the button and the call. */
  readonly delayMs?: number;
}

/** What the frame of a form needs to know of it. */
export interface FormState {
  readonly submit: (event: SyntheticEvent) => void;
  /** True from the button until the answer. */
  readonly busy: boolean;
  readonly dirty: boolean;
  /** Why the form was refused, where that concerns no field of it. */
  readonly problem: string | undefined;
  /** How many fields are wrong. */
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

/** A form judged by a schema, sent once at a time, each refusal shown at the field that it concerns. */
export function useSchemaForm<Values extends FieldValues>(options: SchemaFormOptions<Values>) {
  const { schema, values, area, send, onRefused, onInvalid, delayMs = 0 } = options;
  const form = useForm<Values, unknown, Values>({
    defaultValues: values,
    resolver: async (...judged) => {
      // The types of yup lose the names of a generic schema.
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
    // React hands events of a dialog to the form around it, too.
    event.stopPropagation();
    if (sending.current) return;
    sending.current = true;
    void sendOnce()
      .catch(refuse)
      .finally(() => {
        sending.current = false;
      });
  }

  /** The sentence below a field; `name` may lead into lists, as `buttons.0.text`. */
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

/** A form with its values of type `Values`, as the fields of it take it. */
export type SchemaForm<Values extends FieldValues> = FormState & {
  readonly form: Form<Values>;
  readonly faultOf: (name: string) => string | undefined;
};
