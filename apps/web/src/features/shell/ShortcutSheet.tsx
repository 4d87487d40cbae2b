import Close from "@mui/icons-material/Close";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import { memo, useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSingleKeys } from "../../lib/keyboard";
import "./shortcutSheet.css";

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The list of keyboard shortcuts, opened with `?`. */
export const ShortcutSheet = memo(function ShortcutSheet({ open, onClose }: ShortcutSheetProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const [singleKeys] = useSingleKeys();
  const then = <span>{t("shortcuts.then")}</span>;
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} slotProps={{ paper: { sx: { width: 444 } } }}>
      <div className="dialogHead">
        <h2 id={titleId}>{t("shortcuts.title")}</h2>
        <IconButton aria-label={t("action.close")} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className="dialogBody shortcuts">
        {singleKeys === "off" && <p>{t("shortcuts.singleKeysOff")}</p>}
        <h3>{t("shortcuts.general")}</h3>
        <dl>
          <Row label={t("shortcuts.showSheet")}>
            <kbd>?</kbd>
          </Row>
          <Row label={t("shortcuts.regions")}>
            <kbd>F6</kbd>
          </Row>
        </dl>
        <h3>{t("shortcuts.inbox")}</h3>
        <dl>
          <Row label={t("shortcuts.tabs")}>
            <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> <kbd>5</kbd>
          </Row>
          <Row label={t("shortcuts.search")}>
            <kbd>/</kbd>
          </Row>
          <Row label={t("shortcuts.find")}>
            <kbd>f</kbd>
          </Row>
          <Row label={t("shortcuts.details")}>
            <kbd>i</kbd>
          </Row>
        </dl>
        <h3>{t("shortcuts.goTo")}</h3>
        <dl>
          <Row label={t("shortcuts.tickets")}>
            <kbd>g</kbd> {then} <kbd>t</kbd>
          </Row>
          <Row label={t("shortcuts.connections")}>
            <kbd>g</kbd> {then} <kbd>x</kbd>
          </Row>
        </dl>
        <h3>{t("shortcuts.message")}</h3>
        <dl>
          <Row label={t("shortcuts.reply")}>
            <kbd>r</kbd>
          </Row>
          <Row label={t("shortcuts.edit")}>
            <kbd>e</kbd>
          </Row>
          <Row label={t("shortcuts.remove")}>
            <kbd>Del</kbd>
          </Row>
        </dl>
        <h3>{t("shortcuts.composer")}</h3>
        <dl>
          <Row label={t("shortcuts.record")}>
            <kbd>Ctrl</kbd> <kbd>Shift</kbd> <kbd>m</kbd>
          </Row>
          <Row label={t("shortcuts.editLast")}>
            <kbd>↑</kbd>
          </Row>
          <Row label={t("shortcuts.bold")}>
            <kbd>Ctrl</kbd> <kbd>b</kbd>
          </Row>
          <Row label={t("shortcuts.italic")}>
            <kbd>Ctrl</kbd> <kbd>i</kbd>
          </Row>
        </dl>
      </div>
    </Dialog>
  );
});
