import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { toChanges } from "./changes";
import { useIntention } from "./useIntention";
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

type Form<Values extends FieldValues> = UseFormReturn<Values, unknown, Values>;
type Options<Values extends FieldValues> = Omit<SchemaFormOptions<Values>, "send" | "delayMs">;

/** The values of the fields that the person changed. What the schema alone changes, such as spaces around a text, is no change. */
function changesOf<Values extends FieldValues>(form: Form<Values>, values: Values): Partial<Values> {
  const touched = new Set(Object.keys(toChanges(form.formState.defaultValues ?? {}, form.getValues())));
  const changed = Object.entries(values).filter(([name]) => touched.has(name));
  // Its entries are entries of the values.
  return Object.fromEntries(changed) as Partial<Values>;
}

interface CreateFormOptions<Values extends FieldValues, Saved> extends Options<Values> {
  /** Creates with the key of this opened form; what was created under it is not created again. */
  readonly create: (values: Values, key: string, form: Form<Values>) => Promise<Saved>;
  /** Finds what the values created after a lost answer, where no key tells of it. */
  readonly find?: (values: Values) => Promise<Saved | null>;
  readonly onSaved?: (saved: Saved) => void;
  /** True where each object that it creates has a key of its own. */
  readonly parts?: boolean;
}

/** The form of something new: pressing its button again after a lost answer creates nothing twice. */
export function useCreateForm<Values extends FieldValues, Saved = void>(options: CreateFormOptions<Values, Saved>) {
  const { create, find, onSaved, parts = false, ...shared } = options;
  const { run } = useIntention({ parts });
  return useFormDialog<Values>({
    ...shared,
    send: async (values, form) => {
      const saved = await run((key) => create(values, key, form), values, find && (() => find(values)));
      onSaved?.(saved);
    },
  });
}

interface ChangeFormOptions<Values extends FieldValues> extends Options<Values> {
  /** Receives only what the person changed; not called when that is nothing. */
  readonly change: (changes: Partial<Values>) => Promise<void>;
  readonly onClose: () => void;
}

/** The form of something that exists. It sends what the person changed, so that what somebody else changed meanwhile stays. */
export function useChangeForm<Values extends FieldValues>({ change, onClose, ...options }: ChangeFormOptions<Values>) {
  return useFormDialog<Values>({
    ...options,
    send: async (values, form) => {
      const changes = changesOf(form, values);
      if (Object.keys(changes).length > 0) await change(changes);
      onClose();
    },
  });
}

interface ItemFormOptions<Item, Values extends FieldValues, Saved> extends Options<Values> {
  /** What is changed; null for a new one. */
  readonly editing: Item | null;
  /** Creates with the key of this opened form; what was created under it is not created again. */
  readonly create: (values: Values, key: string, form: Form<Values>) => Promise<Saved>;
  /** Receives only what the person changed. */
  readonly change: (item: Item, changes: Partial<Values>, form: Form<Values>) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
}

/** The form of something new, like `useCreateForm`, or existing, like `useChangeForm`. */
export function useItemForm<Item, Values extends FieldValues, Saved>(options: ItemFormOptions<Item, Values, Saved>) {
  const { editing, create, change, onSaved, ...shared } = options;
  const { run } = useIntention();
  return useFormDialog<Values>({
    ...shared,
    send: async (values, form) =>
      onSaved(
        editing === null ? await run((key) => create(values, key, form), values) : await change(editing, changesOf(form, values), form),
      ),
  });
}
