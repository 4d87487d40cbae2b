import PlayArrowRounded from "@mui/icons-material/PlayArrowRounded";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../lib/data/settings";

/** Plays the chosen sound. */
export function SoundTest() {
  const { t } = useTranslation("settings");
  const { sound } = useSettings();
  return (
    <Tooltip title={t("play")}>
      <IconButton aria-label={t("play")} onClick={() => void new Audio(`/sounds/${sound}.wav`).play().catch(() => undefined)}>
        <PlayArrowRounded />
      </IconButton>
    </Tooltip>
  );
}
