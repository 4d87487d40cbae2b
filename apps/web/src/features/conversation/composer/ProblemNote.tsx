import CloseRounded from "@mui/icons-material/CloseRounded";
import InfoRounded from "@mui/icons-material/InfoRounded";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";

/** Why something in the composer did not work, until the person closes it. */
export function ProblemNote({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <p className="composerProblem" role="alert">
      <InfoRounded aria-hidden />
      <span>{text}</span>
      <IconButton size="small" aria-label={t("action.close")} onClick={onClose}>
        <CloseRounded />
      </IconButton>
    </p>
  );
}
