import type { TemplateView } from "@balcao/contracts/templates";
import type { TemplateForm as TemplateValues } from "@balcao/domain/forms";
import { TEMPLATE_SENTENCES, type TemplateDraft, type TemplateHeaderKind, type TemplateRule } from "@balcao/domain/templates";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { addRemark } from "../../../lib/data/remarks";
import { updateTemplates } from "../../../lib/data/templates";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { useCreateForm } from "../../../ui/form";
import { EMPTY_DRAFT, toCreateBody } from "./templateDraft";

const schema = async () => (await import("@balcao/domain/forms")).templateForm;

/** The template that Meta has of a draft now, by name, language and text; Meta writes the text of a template for codes itself. */
async function findTemplate(
  connectionId: number,
  { name, language, category, body }: Pick<TemplateDraft, "name" | "language" | "category" | "body">,
): Promise<TemplateView | null> {
  const { data } = await call("templates", "listForConnection", { params: { whatsappId: connectionId } });
  const isSame = ({ components }: TemplateView): boolean =>
    category === "AUTHENTICATION" || components.some(({ type, text }) => type === "BODY" && text === body);
  return data.find((each) => each.name === name && each.language === language && isSame(each)) ?? null;
}

/** The draft of a template, its faults and its submission (TMPL-005, TMPL-018). */
export function useTemplateForm(connectionId: number, onDone: () => void) {
  const { t } = useTranslation("templates");
  const form = useCreateForm<TemplateValues, TemplateView>({
    schema,
    values: EMPTY_DRAFT,
    area: "templates",
    onRefused: () => {
      toasts.error(t("notSaved"));
      return false;
    },
    create: async (draft, idempotencyKey) => {
      const request = { params: { whatsappId: connectionId }, body: toCreateBody(draft) };
      const template = await call("templates", "create", request, { idempotencyKey });
      toasts.info(t("toast.submitted"));
      return template;
    },
    // It is at Meta, which may have it although the api got no answer either.
    find: (draft) => findTemplate(connectionId, draft),
    onSaved: (template) => {
      updateTemplates(queryClient, { action: "create", template, templateName: template.name, whatsappId: connectionId });
      addRemark({ descricao: `Criou o template ${template.name}`, origem: "Templates", whatsappId: connectionId });
      onDone();
    },
  });
  const { control, setValue, setError, clearErrors, formState } = form.form;
  const draft = useWatch({ control });

  return {
    ...form,
    draft: { ...EMPTY_DRAFT, ...draft } as TemplateValues,
    /** Changes parts of the draft. After a first submission, it also checks the draft again. */
    change: (changes: Partial<TemplateValues>) => {
      for (const name of ["name", "category", "language", "header", "headerFile", "body", "footer", "buttons"] as const) {
        const value = changes[name];
        if (value === undefined) continue;
        clearErrors(name);
        setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
      }
    },
    /** Changes what the header is; words and file of another kind are dropped. */
    changeHeader: (headerKind: TemplateHeaderKind | undefined) => {
      clearErrors(["header", "headerFile"]);
      setValue("headerKind", headerKind, { shouldDirty: true });
      setValue("header", "");
      setValue("headerFile", "");
    },
    /** Shows at a field why something cannot be added, until the field changes. */
    refuse: (field: "body" | "buttons", rule: TemplateRule) => setError(field, { type: rule, message: TEMPLATE_SENTENCES[rule] }),
  };
}

export type TemplateForm = ReturnType<typeof useTemplateForm>;
