import type { PasskeyAskView } from "@balcao/contracts/auth";
import Fingerprint from "@mui/icons-material/Fingerprint";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { signByPasskey, wasLeft } from "../../lib/passkeys";
import { finishByPasskey } from "../../lib/session/provider";
import { Spinner } from "../../ui";
import { Refused } from "./Refused";

interface PasskeyOfferProps {
  /** What a passkey signs, once. */
  readonly options: NonNullable<PasskeyAskView["options"]>;
  /** Whether codes of an app answer, too. */
  readonly app: boolean;
  /** Asks for something else to sign. */
  readonly onAgain: () => void;
  /** Called before the session begins, with where it leads to. */
  readonly onEnter: (returnPath: string | null) => void;
  /** The sign-in has ended, and begins again. */
  readonly onLost: (problem: string) => void;
  /** Starts the wait after too many attempts; returns whether an error is about that. */
  readonly startWait: (error: unknown) => boolean;
}

/** Offers the passkeys of the account whose sign-in waits for its second step (D-663). */
export function PasskeyOffer({ options, app, onAgain, onEnter, onLost, startWait }: PasskeyOfferProps) {
  const { t } = useTranslation("login");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const sign = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await finishByPasskey(await signByPasskey(options), onEnter);
    } catch (error) {
      setBusy(false);
      if (wasLeft(error)) return;
      if (error instanceof ApiError && error.code === "ERR_SIGN_IN_LOST") onLost(toErrorText(error));
      else {
        if (!startWait(error)) setProblem(error instanceof ApiError ? toErrorText(error) : t("passkey.failed"));
        onAgain();
      }
    }
  };
  return (
    <>
      <Refused problem={problem} />
      <Button
        autoFocus
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        aria-busy={busy}
        startIcon={busy ? <Spinner /> : <Fingerprint />}
        onClick={busy ? undefined : () => void sign()}
      >
        {t("passkey.use")}
      </Button>
      <p className="loginOr">{t(app ? "passkey.or" : "passkey.orRecovery")}</p>
    </>
  );
}
