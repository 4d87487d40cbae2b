import ExpandMore from "@mui/icons-material/ExpandMore";
import Language from "@mui/icons-material/Language";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { changeLanguage } from "../../i18n/i18n";
import { LANGUAGES, type Language as LanguageCode } from "../../i18n/languages";

const codes = Object.keys(LANGUAGES).filter((code): code is LanguageCode => code in LANGUAGES);

/** The choice of language before signing in. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation("login");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = codes.find((code) => code === i18n.language) ?? "en";
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${t("language")}: ${LANGUAGES[current]}`}
        startIcon={<Language />}
        endIcon={<ExpandMore />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: "var(--text-secondary)" }}
      >
        {LANGUAGES[current]}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {codes.map((code) => (
          <MenuItem
            key={code}
            lang={code}
            selected={code === current}
            onClick={() => {
              setAnchor(null);
              void changeLanguage(code);
            }}
          >
            {LANGUAGES[code]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
