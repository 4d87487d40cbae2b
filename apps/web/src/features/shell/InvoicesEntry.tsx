import { invoiceCode } from "@balcao/domain/invoices";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import { useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { useConfig } from "../../lib/config";
import { useSettings } from "../../lib/data/settings";
import { Tooltip } from "../../ui/Tooltip";
import { ConfirmDialog } from "../../ui/form";

/**
 * The entry of the company's invoices, where they are configured: no page of the app, but a question with the access code, and
 * then the site of the invoices in a new window (SHELL-035, SHELL-036, D-020).
 */
export function InvoicesEntry({ rail }: { readonly rail: boolean }) {
  const { t } = useTexts("common");
  const { timeZone } = useSettings();
  const invoices = useConfig()?.invoices;
  const [askedAt, setAskedAt] = useState<Date | null>(null);
  if (!invoices) return null;
  const name = t("entry.invoices");
  const open = (): void => {
    setAskedAt(null);
    window.open(invoices.url, "_blank", "noopener,noreferrer");
  };
  return (
    <li>
      <Tooltip title={rail ? name : ""} placement="right">
        <button type="button" className="navEntry" aria-label={name} aria-haspopup="dialog" onClick={() => setAskedAt(new Date())}>
          <ReceiptLongOutlined aria-hidden />
          {!rail && <span className="navLabel">{name}</span>}
        </button>
      </Tooltip>
      <ConfirmDialog
        local
        open={askedAt !== null}
        title={t("invoices.title")}
        confirmLabel={t("invoices.confirm")}
        onCancel={() => setAskedAt(null)}
        onConfirm={open}
      >
        {t("invoices.text")}
        <output className="invoiceCode">{askedAt && invoiceCode(invoices.taxId, askedAt, timeZone)}</output>
      </ConfirmDialog>
    </li>
  );
}
