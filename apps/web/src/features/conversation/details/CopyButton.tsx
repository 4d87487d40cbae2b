import ContentCopyRounded from "@mui/icons-material/ContentCopyRounded";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { copyText } from "../../../lib/copyText";
import { toasts } from "../../../lib/toasts";

/** Copies a value to the clipboard. */
export function CopyButton({ name, value }: { readonly name: string; readonly value: string }) {
  const { t } = useTranslation("details");
  const copy = async () => ((await copyText(value)) ? toasts.success(t("copied")) : toasts.error(t("notCopied")));
  return (
    <IconButton size="small" aria-label={t("copy", { name })} onClick={() => void copy()}>
      <ContentCopyRounded />
    </IconButton>
  );
}
