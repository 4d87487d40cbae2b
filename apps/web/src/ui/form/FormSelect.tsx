import type { ReactNode } from "react";
import { useWatch, type FieldValues, type Path, type PathValue } from "react-hook-form";
import { SelectField } from "../SelectField";
import type { SchemaForm } from "./useSchemaForm";

interface Option {
  readonly id: number;
  readonly name: string;
}

interface FormSelectProps<Values extends FieldValues, Item extends Option> {
  readonly of: SchemaForm<Values>;
  readonly name: Path<Values>;
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly Item[];
  /** Shown left of the chosen item. */
  readonly adornment?: (chosen: Item) => ReactNode;
  readonly onChosen?: (id: number) => void;
}

/** The form writes its value into the element: without an option for it, nothing would be shown. */
const NONE = "0";

/** A choice of one item by its id; the form's value is 0 until one is chosen. */
export function FormSelect<Values extends FieldValues, Item extends Option>(props: FormSelectProps<Values, Item>) {
  const { of, name, options, adornment, onChosen, ...field } = props;
  const id: unknown = useWatch({ control: of.form.control, name });
  const chosen = options.find((option) => option.id === id);
  const { ref } = of.form.register(name);
  return (
    <SelectField
      {...field}
      ref={(element) => ref(element)}
      value={chosen ? String(chosen.id) : NONE}
      none={NONE}
      options={options.map((option) => ({ value: String(option.id), label: option.name }))}
      error={of.faultOf(name)}
      adornment={chosen && adornment?.(chosen)}
      onChange={(value) => {
        of.form.setValue(name, Number(value) as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
          shouldValidate: of.form.formState.isSubmitted,
        });
        onChosen?.(Number(value));
      }}
    />
  );
}
