import type { TemplateButton } from "@balcao/domain/templates";
import AddRounded from "@mui/icons-material/AddRounded";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BUTTON_ICONS } from "./buttonIcons";

const TYPES = ["QUICK_REPLY", "URL", "PHONE_NUMBER"] as const satisfies readonly TemplateButton["type"][];

/** The choice of a kind of button to add. */
export function AddButtonMenu({ onAdd }: { readonly onAdd: (type: TemplateButton["type"]) => void }) {
  const { t } = useTranslation("templates");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (type: TemplateButton["type"]) => {
    setAnchor(null);
    onAdd(type);
  };
  return (
    <>
      <Button
        className="buttonAdd"
        size="small"
        startIcon={<AddRounded />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t("button.add")}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {TYPES.map((type) => {
          const Icon = BUTTON_ICONS[type];
          return (
            <MenuItem key={type} onClick={() => choose(type)}>
              <Icon aria-hidden />
              {t(`button.${type}`)}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
