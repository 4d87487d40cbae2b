import AddRounded from "@mui/icons-material/AddRounded";
import AttachFileRounded from "@mui/icons-material/AttachFileRounded";
import PersonOutlined from "@mui/icons-material/PersonOutlined";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useRef, useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { useOffline } from "../../../lib/live";
import { MenuReason, useOnceOpen } from "../../../ui";
import { Tool } from "../Tool";
import type { ComposerState } from "./useComposer";

interface AttachToolProps {
  readonly onFiles: ComposerState["addFiles"];
  /** Undefined where no cards are sent: the button chooses files at once. */
  readonly onCards: (() => void) | undefined;
}

/** What can be added to a conversation: files of the computer, and contact cards. */
export function AttachTool({ onFiles, onCards }: AttachToolProps) {
  const { t } = useTexts("conversation");
  const picker = useRef<HTMLInputElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const once = useOnceOpen(anchor !== null);
  const offline = useOffline();
  const close = () => setAnchor(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          event.target.value = "";
        }}
      />
      <Tool
        name={t("composer.attach")}
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
            onClick={() => {
              close();
              picker.current?.click();
            }}
          >
            <AttachFileRounded aria-hidden />
            {t("composer.files")}
          </MenuItem>
          <MenuItem
            disabled={offline}
            onClick={() => {
              close();
              onCards?.();
            }}
          >
            <PersonOutlined aria-hidden />
            <MenuReason reason={offline ? t("offline") : null}>{t("composer.card")}</MenuReason>
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
