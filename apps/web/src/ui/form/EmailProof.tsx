import { useWatch, type FieldValues, type Path } from "react-hook-form";
import { OwnPassword } from "./OwnPassword";
import type { SchemaForm } from "./useSchemaForm";

interface EmailProofProps<Values extends FieldValues> {
  readonly of: SchemaForm<Values>;
  /** The field of the e-mail, and that of the present password. */
  readonly email: Path<Values>;
  readonly name: Path<Values>;
  /** The e-mail of now. */
  readonly present: string;
}

/** The present password, asked for once the own e-mail is another one. */
export function EmailProof<Values extends FieldValues>({ of, email, name, present }: EmailProofProps<Values>) {
  const typed: unknown = useWatch({ control: of.form.control, name: email });
  if (typed === present) return null;
  return <OwnPassword of={of} name={name} />;
}
