import type { CodeForm } from "@balcao/domain/forms";
import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { useConfig } from "../../lib/config";
import { beginProvider, finishProvider, finishSecondStep } from "../../lib/session/provider";
import { Spinner } from "../../ui";
import { FormText, useSchemaForm } from "../../ui/form";
import { useForcedWait } from "./credentials";
import { PasskeyOffer } from "./PasskeyOffer";
import { Refused } from "./Refused";
import { SubmitButton } from "./SubmitButton";

const codeSchema = async () => (await import("@balcao/domain/forms")).codeForm;

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
function finishOnce(query: string, onPath: EnteringProps["onEnter"]): Promise<unknown> {
  finishing ??= finishProvider(query, onPath).finally(() => {
    answer = null;
    finishing = null;
  });
  return finishing;
}

interface ProviderButtonProps {
  readonly returnPath: string | null;
  /** Why the last sign-in by it came to nothing. */
  readonly problem: string | undefined;
  readonly disabled: boolean;
}

/** Leads to the company's provider, where the operator has named one (D-660). */
export function ProviderButton({ returnPath, problem: last, disabled }: ProviderButtonProps) {
  const { t } = useTranslation("login");
  const provider = useConfig()?.provider;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(last);
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

interface EnteringProps {
  /** Called before the session begins, with where it leads to. */
  readonly onEnter: (returnPath: string | null) => void;
  /** Shows the sign-in with the sentence of the refusal. */
  readonly onRefused: (problem: string) => void;
}

interface ProviderReturnProps extends EnteringProps {
  readonly query: string;
}

/** Ends the sign-in with the provider's answer, and asks for the code where the account has one. */
export function ProviderReturn({ query, onEnter, onRefused }: ProviderReturnProps) {
  const { t } = useTranslation("login");
  const [asksCode, setAsksCode] = useState(false);
  useEffect(() => {
    finishOnce(query, onEnter).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "ERR_SECOND_FACTOR") setAsksCode(true);
      else onRefused(toErrorText(error));
    });
    // The answer counts once, whatever is drawn again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [query]);
  if (asksCode) return <CodeStep onEnter={onEnter} onRefused={onRefused} />;
  return (
    <div className="loginCard" role="status">
      <Spinner />
      <p className="loginSubtitle">{t("provider.busy")}</p>
    </div>
  );
}

function CodeStep({ onEnter, onRefused }: EnteringProps) {
  const { t } = useTranslation("login");
  const wait = useForcedWait();
  const form = useSchemaForm<CodeForm>({
    schema: codeSchema,
    values: { code: "" },
    area: "login",
    send: ({ code }) => finishSecondStep(code, onEnter),
    onRefused: (error, { setError, setFocus, setValue }) => {
      if (error instanceof ApiError && error.code === "ERR_SECOND_FACTOR_CODE") {
        setValue("code", "");
        setError("code", { type: "server", message: toErrorText(error) });
        setFocus("code");
      } else if (!wait.startFor(error)) onRefused(toErrorText(error));
      return true;
    },
  });
  return (
    <form className="loginCard" noValidate onSubmit={form.submit}>
      <h1>{t("title")}</h1>
      <p className="loginSubtitle">{t("codeSubtitle")}</p>
      <PasskeyOffer onEnter={onEnter} onLost={onRefused} startWait={wait.startFor} />
      <FormText
        of={form}
        name="code"
        label={t("code")}
        help={t("codeHelp")}
        autoComplete="one-time-code"
        autoFocus
        placeholder="000 000"
        readOnly={form.busy}
        slotProps={{ input: { maxLength: 40, autoCapitalize: "off", spellCheck: false } }}
      />
      <SubmitButton busy={form.busy} disabled={wait.seconds > 0}>
        {form.busy ? t("submitting") : t("submit")}
      </SubmitButton>
      {wait.notice}
    </form>
  );
}
