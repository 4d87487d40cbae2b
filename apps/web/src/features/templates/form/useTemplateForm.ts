import { findTemplateFaults, TEMPLATE_SENTENCES, type TemplateDraft, type TemplateRule } from "@balcao/domain/templates";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../../i18n/literals";
import { call } from "../../../lib/api";
import { updateTemplates } from "../../../lib/data/templates";
import { toasts } from "../../../lib/toasts";
import { EMPTY_DRAFT, toCreateBody } from "./templateDraft";

/** The limits whose sentences the specification quotes; they stand so in every language. */
const QUOTED = ["buttonLimit", "urlLimit", "phoneLimit", "variableLimit"] as const;
const isQuoted = (rule: TemplateRule): rule is (typeof QUOTED)[number] => QUOTED.some((each) => each === rule);

/** The draft, what is wrong with it once somebody tried to submit it, and the submission (TMPL-005, TMPL-018, D-217). */
export function useTemplateForm(connectionId: number, onDone: () => void) {
  const { t } = useTranslation("templates");
  const client = useQueryClient();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [tried, setTried] = useState(false);
  /** What could not be added, said where it was tried, until something changes. */
  const [refusal, setRefusal] = useState<{ readonly field: "body" | "buttons"; readonly rule: TemplateRule } | null>(null);
  const mutation = useMutation({
    mutationFn: () => call("templates", "create", { params: { whatsappId: connectionId }, body: toCreateBody(draft) }),
    onSuccess: (template) => {
      updateTemplates(client, { action: "create", template, templateName: template.name, whatsappId: connectionId });
      toasts.info(t("toast.submitted"));
      onDone();
    },
    onError: () => toasts.error(ptOnly.templateNotSaved),
  });
  const faults = tried ? findTemplateFaults(draft) : [];
  const toText = (rule: TemplateRule): string => (isQuoted(rule) ? TEMPLATE_SENTENCES[rule] : t(`fault.${rule}`));

  return {
    draft,
    isDirty: draft !== EMPTY_DRAFT,
    isPending: mutation.isPending,
    error: mutation.error,
    faultCount: faults.length,
    change: (changes: Partial<TemplateDraft>) => {
      setRefusal(null);
      setDraft((now) => ({ ...now, ...changes }));
    },
    refuse: (field: "body" | "buttons", rule: TemplateRule) => setRefusal({ field, rule }),
    /** What stands below a field, if anything is wrong with it. */
    faultOf: (field: string): string | undefined => {
      const rule = refusal?.field === field ? refusal.rule : faults.find((each) => each.field === field)?.rule;
      return rule && toText(rule);
    },
    submit: () => {
      setTried(true);
      if (findTemplateFaults(draft).length === 0 && !mutation.isPending) mutation.mutate();
    },
  };
}

export type TemplateForm = ReturnType<typeof useTemplateForm>;
