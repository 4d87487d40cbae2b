import type { PasskeyAskView } from "@balcao/contracts/auth";
import Fingerprint from "@mui/icons-material/Fingerprint";
import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { hasPasskeys, signByPasskey, wasLeft } from "../../lib/passkeys";
import { askPasskey, finishByPasskey } from "../../lib/session/provider";
import { Spinner } from "../../ui";
import { Refused } from "./Refused";

interface PasskeyOfferProps {
  /** Called before the session begins, with where it leads to. */
  readonly onEnter: (returnPath: string | null) => void;
  /** The sign-in has ended, and begins again. */
  readonly onLost: (problem: string) => void;
  /** Starts the wait after too many attempts; returns whether an error is about that. */
  readonly startWait: (error: unknown) => boolean;
}

/** Offers the passkeys of the account whose sign-in waits for its second step; nothing where it has none, so that the code is asked for (D-663). */
export function PasskeyOffer({ onEnter, onLost, startWait }: PasskeyOfferProps) {
  const { t } = useTranslation("login");
  // Asked for beforehand: some browsers want the press and the question to be close together.
  const [options, setOptions] = useState<PasskeyAskView["options"]>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ask = () => {
    askPasskey().then(
      (asked) => setOptions(asked.options),
      () => setOptions(null),
    );
  };
  useEffect(() => {
    if (hasPasskeys()) ask();
  }, []);
  if (options === null) return null;
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
        ask();
      }
    }
  };
  return (
    <>
      <Refused problem={problem} />
      <Button
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
      <p className="loginOr">{t("passkey.or")}</p>
    </>
  );
}
