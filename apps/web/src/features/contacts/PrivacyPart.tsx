import type { ContactView } from "@balcao/contracts/contacts";
import type { ErasurePreviewView } from "@balcao/contracts/privacy";
import DeleteForeverOutlined from "@mui/icons-material/DeleteForeverOutlined";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, call, download, toErrorText } from "../../lib/api";
import { updateContact } from "../../lib/data/contacts";
import { erasurePreviewQuery, saveCertificate, toFileLanguage } from "../../lib/data/privacy";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { Spinner, TextInput } from "../../ui";
import { ConfirmDialog, SwitchRow } from "../../ui/form";
import "./privacy.css";

/** Erasing a person with many messages may take this long, in milliseconds. */
const PATIENCE_MS = 600_000;

interface EraseDialogProps {
  readonly contact: ContactView;
  readonly onErased: () => void;
  readonly onClose: () => void;
}

function NoPreview({ error }: { readonly error: Error | null }) {
  return error ? <p role="alert">{toErrorText(error)}</p> : <Spinner />;
}

interface ProtocolsProps {
  readonly count: number;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Whether protocols go, too; nothing where the person has none. */
function Protocols({ count, checked, onChange }: ProtocolsProps) {
  const { t } = useTranslation("privacy");
  return count === 0 ? null : (
    <SwitchRow label={t("withProtocols", { count })} help={t("withProtocolsHelp")} checked={checked} onChange={onChange} />
  );
}

/** Says what goes with the person and what speaks against it, asks for the name, and saves the certificate (D-451). */
function EraseDialog({ contact, onErased, onClose }: EraseDialogProps) {
  const { t, i18n } = useTranslation("privacy");
  const { id: contactId } = contact;
  const [typed, setTyped] = useState("");
  const [withProtocols, setWithProtocols] = useState(false);
  const { data: preview, error, refetch } = useQuery(erasurePreviewQuery(contactId));
  const erase = useMutation({
    mutationFn: () => call("privacy", "erase", { params: { contactId }, body: { withProtocols } }, { timeoutMs: PATIENCE_MS }),
    onSuccess: ({ id }) => {
      addRemark({ descricao: "Eliminou os dados pessoais de um contato", origem: "Contatos" });
      updateContact(queryClient, { action: "delete", contactId });
      toasts.success(t("done"));
      saveCertificate(id, i18n.language).catch((failure: unknown) => toasts.error(toErrorText(failure)));
      onErased();
    },
    onError: (failure) => {
      // What is under way is said in the dialog.
      if (!(failure instanceof ApiError && failure.code === "ERR_CONTACT_ATTENDED")) toasts.error(toErrorText(failure));
      void refetch();
    },
  });
  return (
    <ConfirmDialog
      open
      dangerous
      busy={erase.isPending || !preview}
      unable={!preview || !mayErase(preview, { typed, withProtocols })}
      title={t("ask")}
      confirmLabel={t("submit")}
      onConfirm={() => erase.mutate()}
      onCancel={onClose}
    >
      {preview ? <Preview preview={preview} /> : <NoPreview error={error} />}
      <Protocols count={preview?.protocols ?? 0} checked={withProtocols} onChange={setWithProtocols} />
      {preview?.obstacles.length === 0 && (
        <TextInput
          label={t("type", { name: preview.name })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}

interface Answer {
  readonly typed: string;
  readonly withProtocols: boolean;
}

/** Whether nothing speaks against it, and the person has typed the name and said that protocols may go. */
const mayErase = ({ obstacles, protocols, name }: ErasurePreviewView, { typed, withProtocols }: Answer): boolean =>
  obstacles.length === 0 && (protocols === 0 || withProtocols) && typed.trim() === name.trim();

const COUNTED = ["tickets", "messages", "groupMessages", "files"] as const;

function Preview({ preview }: { readonly preview: ErasurePreviewView }) {
  const { t } = useTranslation("privacy");
  return (
    <div className="contactErase">
      <p>{t("goes")}</p>
      <ul className="contactSummary">
        {COUNTED.map((name) => preview[name] > 0 && <li key={name}>{t(`count.${name}`, { count: preview[name] })}</li>)}
        <li>{t("count.rest")}</li>
      </ul>
      <p>{t("remains")}</p>
      {preview.obstacles.length > 0 && (
        <div role="status">
          <b>{t("notNow")}</b>
          <ul className="contactSummary">
            {preview.obstacles.map(({ reason, count }) => (
              <li key={reason}>{t(`obstacle.${reason}`, { count })}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

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
