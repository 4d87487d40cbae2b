import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { useConfig } from "../../lib/config";
import { beginProvider, finishProvider } from "../../lib/session/provider";
import { Spinner } from "../../ui";
import { Refused } from "./credentials";
import { SecondStep, type SecondStepProps } from "./SecondStep";

/** What the provider has given the browser, as the query of this page; taken out of the address at once, because it counts once. */
function takeAnswer(): string | null {
  const { search, pathname } = window.location;
  const given = new URLSearchParams(search);
  if (!given.has("state") || !(given.has("code") || given.has("error"))) return null;
  window.history.replaceState(window.history.state, "", pathname);
  return search;
}

let answer = takeAnswer();
let finishing: Promise<unknown> | null = null;

/** The provider's answer that the page was opened with, until it is used; null without one. */
export const providerAnswer = (): string | null => answer;

/** Ends the sign-in once, however often it is drawn. */
function finishOnce(query: string, onPath: SecondStepProps["onEnter"]): Promise<unknown> {
  finishing ??= finishProvider(query, onPath).finally(() => {
    answer = null;
    finishing = null;
  });
  return finishing;
}

interface ProviderButtonProps {
  readonly returnPath: string | null;
  readonly disabled: boolean;
}

/** Leads to the company's provider, where the operator has named one (D-660). */
export function ProviderButton({ returnPath, disabled }: ProviderButtonProps) {
  const { t } = useTranslation("login");
  const provider = useConfig()?.provider;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!provider) return null;
  const begin = () => {
    setBusy(true);
    setProblem(undefined);
    beginProvider(returnPath).catch((error: unknown) => {
      setProblem(toErrorText(error));
      setBusy(false);
    });
  };
  return (
    <>
      <Refused problem={problem} />
      <Button
        variant="outlined"
        color="primary"
        size="large"
        fullWidth
        disabled={disabled}
        aria-busy={busy}
        startIcon={busy ? <Spinner /> : undefined}
        onClick={busy ? undefined : begin}
      >
        {provider.name === "" ? t("provider.offerPlain") : t("provider.offer", provider)}
      </Button>
      <p className="loginOr">{t("provider.or")}</p>
    </>
  );
}

interface ProviderReturnProps extends SecondStepProps {
  readonly query: string;
}

/** Ends the sign-in with the provider's answer, and asks for the code where the account has one. */
export function ProviderReturn({ query, onEnter, onLeave }: ProviderReturnProps) {
  const { t } = useTranslation("login");
  const [asksCode, setAsksCode] = useState(false);
  useEffect(() => {
    finishOnce(query, onEnter).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "ERR_SECOND_FACTOR") setAsksCode(true);
      else onLeave(toErrorText(error));
    });
    // The answer counts once, whatever is drawn again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [query]);
  if (asksCode) return <SecondStep onEnter={onEnter} onLeave={onLeave} />;
  return (
    <div className="loginCard" role="status">
      <Spinner />
      <p className="loginSubtitle">{t("provider.busy")}</p>
    </div>
  );
}
