import { memo } from "react";
import { useTranslation } from "react-i18next";
import { SHORTCUT_GROUPS, shortcutsOf, useSingleKeys } from "../../lib/keyboard";
import { TitledDialog } from "../../ui/TitledDialog";
import { KeyCaps } from "../../ui";
import "./shortcutSheet.css";

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The list of keyboard shortcuts, opened with `?`. */
export const ShortcutSheet = memo(function ShortcutSheet({ open, onClose }: ShortcutSheetProps) {
  const { t } = useTranslation(["shell", "common"]);
  const [singleKeys] = useSingleKeys();
  return (
    <TitledDialog title={t("shortcuts.title")} width={800} open={open} onClose={onClose}>
      <div className="dialogBody shortcuts" tabIndex={0}>
        <p>{t(singleKeys === "off" ? "shortcuts.singleKeysOff" : "shortcuts.singleKeysOn")}</p>
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
    </TitledDialog>
  );
});
