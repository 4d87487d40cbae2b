import StarRounded from "@mui/icons-material/StarRounded";
import { useTranslation } from "react-i18next";

/** A score as stars, one per point, and in words (NPS-002). */
export function Stars({ rate }: { readonly rate: number }) {
  const { t } = useTranslation("ratings");
  return (
    <span className="ratingStars">
      {Array.from({ length: rate }, (_unused, at) => (
        <StarRounded key={at} aria-hidden />
      ))}
      <span>{t("score", { rate })}</span>
    </span>
  );
}
