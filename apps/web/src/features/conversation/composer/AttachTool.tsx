import AddRounded from "@mui/icons-material/AddRounded";
import AttachFileRounded from "@mui/icons-material/AttachFileRounded";
import PersonOutlined from "@mui/icons-material/PersonOutlined";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState, type RefObject } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { useActionKeys, useAriaKeys } from "../../../lib/keyboard";
import { useOffline } from "../../../lib/live";
import { MenuKeys, MenuReason, useOnceOpen } from "../../../ui";
import { Tool } from "../Tool";
import { FilePicker, isShown } from "./FilePicker";
import type { ComposerState } from "./useComposer";

interface AttachToolProps {
  /** The field that opens the browser's choice of files. */
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly onFiles: ComposerState["addFiles"];
  /** Undefined where no cards are sent: the button chooses files at once. */
  readonly onCards: (() => void) | undefined;
}

/** What can be added to a conversation: files of the computer, and contact cards. */
export function AttachTool({ picker, onFiles, onCards }: AttachToolProps) {
  const { t } = useTexts("conversation");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const once = useOnceOpen(anchor !== null);
  const offline = useOffline();
  const close = () => setAnchor(null);
  const ariaKeysOf = useAriaKeys();
  const chooseFiles = () => {
    if (isShown(picker.current)) picker.current?.click();
  };
  const showCards = () => {
    if (isShown(picker.current)) onCards?.();
  };
  useActionKeys({ attach: chooseFiles, ...(onCards && !offline && { card: showCards }) });
  return (
    <>
      <FilePicker picker={picker} onFiles={onFiles} />
      <Tool
        name={t("composer.attach")}
        aria-keyshortcuts={onCards ? undefined : ariaKeysOf("attach")}
        aria-haspopup={onCards ? "menu" : undefined}
        aria-expanded={onCards ? anchor !== null : undefined}
        onClick={(event) => (onCards ? setAnchor(event.currentTarget) : picker.current?.click())}
      >
        <AddRounded />
      </Tool>
      {once && (
        <Menu
          open={anchor !== null}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: "top", horizontal: "left" }}
          transformOrigin={{ vertical: "bottom", horizontal: "left" }}
        >
          <MenuItem
            aria-keyshortcuts={ariaKeysOf("attach")}
            onClick={() => {
              close();
              picker.current?.click();
            }}
          >
            <AttachFileRounded aria-hidden />
            {t("composer.files")}
            <MenuKeys of="attach" />
          </MenuItem>
          <MenuItem
            disabled={offline}
            aria-keyshortcuts={ariaKeysOf("card")}
            onClick={() => {
              close();
              onCards?.();
            }}
          >
            <PersonOutlined aria-hidden />
            <MenuReason reason={offline ? t("offline") : null}>{t("composer.card")}</MenuReason>
            <MenuKeys of="card" />
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
