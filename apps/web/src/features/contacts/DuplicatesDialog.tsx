import type { DuplicateView } from "@balcao/contracts/contacts";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { duplicatePairsQuery, reloadMerges } from "../../lib/data/contacts";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { ReadDialog } from "../../ui/TitledDialog";
import { ContactFacts } from "./ContactFacts";
import { MergeDialog } from "./MergeDialog";

/** The pairs of contacts that may be one person, each with its reason: they are merged, or said to be different. */
export function DuplicatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("contacts");
  const { data } = useQuery(duplicatePairsQuery);
  const [merging, setMerging] = useState<DuplicateView | null>(null);
  const separate = useMutation({
    mutationFn: ({ kept, other }: DuplicateView) => call("contacts", "separate", { params: { contactId: kept.id, otherId: other.id } }),
    onSuccess: (_done, { kept, other }) => {
      addRemark({ descricao: `Separou os contatos ${kept.name} e ${other.name}`, origem: "Contatos", contactId: kept.id });
      toasts.success(t("duplicates.separated"));
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: () => reloadMerges(queryClient),
  });
  const pairs = data?.pairs ?? [];
  return (
    <ReadDialog title={t("duplicates.title")} onClose={onClose}>
      {data && pairs.length === 0 && <p>{t("duplicates.none")}</p>}
      <ul className="duplicatePairs">
        {pairs.map((pair) => {
          const names = { kept: pair.kept.name, other: pair.other.name };
          return (
            <li key={`${pair.kept.id} ${pair.other.id}`}>
              <span className="duplicateReason">{t(`duplicates.reason.${pair.reason}`)}</span>
              <div className="mergeSides">
                <ContactFacts contact={pair.kept} />
                <ContactFacts contact={pair.other} />
              </div>
              <div className="duplicateButtons">
                <Button
                  size="small"
                  variant="text"
                  aria-label={t("duplicates.separatePair", names)}
                  disabled={separate.isPending}
                  onClick={() => separate.mutate(pair)}
                >
                  {t("duplicates.separate")}
                </Button>
                <Button
                  size="small"
                  variant="contained"
                  color="primary"
                  aria-label={t("duplicates.mergePair", names)}
                  onClick={() => setMerging(pair)}
                >
                  {t("duplicates.merge")}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {data && data.count > pairs.length && <p className="contactNote">{t("duplicates.more")}</p>}
      {merging && <MergeDialog contact={merging.kept} other={merging.other} onClose={() => setMerging(null)} />}
    </ReadDialog>
  );
}
