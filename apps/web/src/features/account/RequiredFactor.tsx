import Fingerprint from "@mui/icons-material/Fingerprint";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPasskeys } from "../../lib/passkeys";
import { FullPageSpinner } from "../../ui";
import { QuestionDialog } from "../../ui/QuestionDialog";
import { factorQuery } from "./factorQuery";
import { PasskeyDialog } from "./PasskeyDialog";
import { SecondFactorDialog } from "./SecondFactorDialog";
import "./account.css";

interface RequiredFactorProps {
  readonly onDone: () => void;
  readonly onSignOut: () => void;
}

/** Sets up a demanded second factor: an app, or a passkey where address and browser have them (D-521, D-663). */
export function RequiredFactor({ onDone, onSignOut }: RequiredFactorProps) {
  const { t } = useTranslation("account");
  const { data, isPending } = useQuery(factorQuery);
  const [chosen, setChosen] = useState<"app" | "passkey" | null>(null);
  if (isPending) return <FullPageSpinner />;
  // Without an answer the app is offered, which always can be made.
  if (data?.offersPasskeys !== true || !hasPasskeys()) return <SecondFactorDialog required onDone={onDone} onClose={onSignOut} />;
  const back = () => setChosen(null);
  if (chosen === "app") return <SecondFactorDialog onDone={onDone} onClose={back} />;
  if (chosen === "passkey") return <PasskeyDialog onDone={onDone} onClose={back} />;
  return (
    <QuestionDialog
      title={t("factor.title")}
      buttons={
        <>
          <Button variant="text" onClick={onSignOut}>
            {t("factor.signOut")}
          </Button>
          <Button variant="outlined" onClick={() => setChosen("app")}>
            {t("factor.byApp")}
          </Button>
          <Button autoFocus variant="contained" color="primary" startIcon={<Fingerprint />} onClick={() => setChosen("passkey")}>
            {t("factor.byPasskey")}
          </Button>
        </>
      }
    >
      <p>{t("factor.required")}</p>
      <p className="factorChoice">{t("factor.choice")}</p>
    </QuestionDialog>
  );
}
