import PlayArrowRounded from "@mui/icons-material/PlayArrowRounded";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../lib/data/settings";
import { Tooltip } from "../../ui/Tooltip";

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
