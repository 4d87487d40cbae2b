import type { ContactView } from "@balcao/contracts/contacts";
import DeleteForeverOutlined from "@mui/icons-material/DeleteForeverOutlined";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { download, toErrorText } from "../../lib/api";
import { toFileLanguage } from "../../lib/data/privacy";
import { addRemark } from "../../lib/data/remarks";
import { toasts } from "../../lib/toasts";
import { Spinner } from "../../ui";
import { EraseDialog } from "./EraseDialog";
import "./privacy.css";

interface PrivacyPartProps {
  readonly contact: ContactView;
  readonly onErased: () => void;
}

/** What administrators do when a person asks for their data, or to be erased (D-451, D-452). */
export function PrivacyPart({ contact, onErased }: PrivacyPartProps) {
  const { t, i18n } = useTranslation("privacy");
  const [erasing, setErasing] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      download("privacy", "export", { params: { contactId: contact.id }, body: { language: toFileLanguage(i18n.language) } }),
    onSuccess: () => addRemark({ descricao: "Exportou os dados pessoais do contato", origem: "Contatos", contactId: contact.id }),
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return (
    <section className="contactGroup" aria-label={t("title")}>
      <h3>{t("title")}</h3>
      <p className="contactNote">{t("text")}</p>
      <div className="contactPrivacy">
        <Button
          size="small"
          variant="outlined"
          disabled={save.isPending}
          startIcon={save.isPending ? <Spinner /> : <FileDownloadOutlined />}
          onClick={() => save.mutate()}
        >
          {t("export")}
        </Button>
        <Button size="small" variant="outlined" color="error" startIcon={<DeleteForeverOutlined />} onClick={() => setErasing(true)}>
          {t("erase")}
        </Button>
      </div>
      {erasing && <EraseDialog contact={contact} onErased={onErased} onClose={() => setErasing(false)} />}
    </section>
  );
}
