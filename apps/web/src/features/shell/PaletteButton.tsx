import SearchRounded from "@mui/icons-material/SearchRounded";
import { useTexts } from "../../i18n/useTexts";
import { KeyCaps } from "../../ui";
import "./paletteButton.css";

/** Opens the palette: a field in the app bar, only an icon where there is no space. */
export function PaletteButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTexts("common");
  return (
    <button type="button" className="paletteButton" aria-haspopup="dialog" aria-label={t("shell.palette")} onClick={onClick}>
      <SearchRounded aria-hidden />
      <span className="paletteButtonText">{t("shell.palette")}</span>
      <KeyCaps of="palette" />
    </button>
  );
}
