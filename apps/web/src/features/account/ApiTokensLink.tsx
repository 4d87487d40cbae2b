import CodeRounded from "@mui/icons-material/CodeRounded";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import "./account.css";

/** Leads to the tokens with which programs act for the person (D-570). */
export function ApiTokensLink({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation("account");
  return (
    <section className="secondFactor" aria-label={t("tokens.title")}>
      <CodeRounded aria-hidden />
      <div>
        <strong>{t("tokens.title")}</strong>
        <p>{t("tokens.text")}</p>
        <div className="secondFactorButtons">
          <Button size="small" variant="outlined" component={Link} to="/tokens" onClick={onOpen}>
            {t("tokens.open")}
          </Button>
        </div>
      </div>
    </section>
  );
}
