import Lock from "@mui/icons-material/Lock";
import OpenInNew from "@mui/icons-material/OpenInNew";
import Button from "@mui/material/Button";
import { Trans, useTranslation } from "react-i18next";
import { useConfig } from "../../../lib/config";

/** The steps on the phone; with the phone simulator, a link to it. */
export function LinkSteps({ way }: { readonly way: "qr" | "pair" }) {
  const { t } = useTranslation("connections");
  const phoneUrl = useConfig()?.phoneUrl;
  const bold = { b: <b /> };
  return (
    <div className="linkSteps">
      <h3>{t("link.onThePhone")}</h3>
      <ol>
        <li>
          <p>{t("link.step1")}</p>
        </li>
        <li>
          <p>
            <Trans t={t} i18nKey="link.step2" components={bold} />
            <small>{t("link.step2Where")}</small>
          </p>
        </li>
        <li>
          <p>
            {way === "qr" ? (
              <Trans t={t} i18nKey="link.step3Qr" components={bold} />
            ) : (
              <Trans t={t} i18nKey="link.step3Pair" components={bold} />
            )}
            {way === "pair" && <small>{t("link.noNotice")}</small>}
          </p>
        </li>
        <li>
          <p>{way === "qr" ? t("link.step4Qr") : t("link.step4Pair")}</p>
        </li>
      </ol>
      {phoneUrl && (
        <Button
          className="linkPhone"
          size="small"
          variant="outlined"
          href={phoneUrl}
          target="_blank"
          rel="noopener"
          endIcon={<OpenInNew />}
        >
          {t("link.simulator")}
        </Button>
      )}
      <div className="note" data-tone="plain">
        <Lock aria-hidden />
        <p>{way === "qr" ? t("link.phoneStays") : t("link.neverShare")}</p>
      </div>
    </div>
  );
}
