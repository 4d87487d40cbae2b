import Close from "@mui/icons-material/Close";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { memo, useId } from "react";
import { useTranslation } from "react-i18next";
import { SHORTCUT_GROUPS, shortcutsOf, useSingleKeys } from "../../lib/keyboard";
import { Dialog } from "../../ui/Dialog";
import { KeyCaps } from "../../ui";
import "./shortcutSheet.css";

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The list of keyboard shortcuts, opened with `?`. */
export const ShortcutSheet = memo(function ShortcutSheet({ open, onClose }: ShortcutSheetProps) {
  const { t } = useTranslation(["shell", "common"]);
  const titleId = useId();
  const [singleKeys] = useSingleKeys();
  const narrow = useMediaQuery("(max-width: 599.95px)");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={narrow}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: narrow ? "100%" : 800, maxWidth: "none" } } }}
    >
      <div className="dialogHead">
        <h2 id={titleId}>{t("shortcuts.title")}</h2>
        <IconButton aria-label={t("common:action.close")} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className="dialogBody shortcuts" tabIndex={0}>
        {singleKeys === "off" && <p>{t("shortcuts.singleKeysOff")}</p>}
        {SHORTCUT_GROUPS.map((group) => (
          <section key={group}>
            <h3>{t(`shortcuts.group.${group}`)}</h3>
            <dl>
              {shortcutsOf(group).map((id) => (
                <div key={id}>
                  <dt>{t(`shortcuts.of.${id}`)}</dt>
                  <dd>
                    <KeyCaps of={id} then={t("shortcuts.then")} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
});
