import { CLOSING_LIMITS } from "@balcao/domain/closing";
import type { WhyForm } from "@balcao/domain/forms";
import type { Path } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormText, type SchemaForm } from "../../../ui/form";

/** The note of a closing, wherever a form asks for one (D-501). */
export function ClosingNote<Form extends WhyForm>({ of }: { readonly of: SchemaForm<Form> }) {
  const { t } = useTranslation(["closing", "common"]);
  return (
    <FormText
      of={of}
      // A form that extends WhyForm has the field, which the compiler does not see in a generic one.
      name={"note" as Path<Form>}
      label={t("closing:ask.note")}
      optional={t("common:form.optional")}
      help={t("closing:ask.noteHelp")}
      multiline
      minRows={2}
      maxRows={5}
      limit={CLOSING_LIMITS.note}
    />
  );
}
