import type { PasskeyAskView } from "@balcao/contracts/auth";
import type { CodeForm } from "@balcao/domain/forms";
import Fingerprint from "@mui/icons-material/Fingerprint";
import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { hasPasskeys, signByPasskey, wasLeft } from "../../lib/passkeys";
import { askPasskey, finishByPasskey, finishSecondStep } from "../../lib/session/provider";
import { toasts } from "../../lib/toasts";
import { Spinner } from "../../ui";
import { FormText, useSchemaForm } from "../../ui/form";
import { useForcedWait, Refused, SubmitButton } from "./credentials";

const codeSchema = async () => (await import("@balcao/domain/forms")).codeForm;

/** What the account has for its second step, as far as this browser can use it; null until the api has said it. */
function useMeans() {
  const [means, setMeans] = useState<PasskeyAskView | null>(null);
  // Asked for beforehand: some browsers want the press and the question to be close together.
  const ask = () => {
    askPasskey().then(
      ({ app, options }) => setMeans({ app, options: hasPasskeys() ? options : null }),
      () => setMeans({ app: true, options: null }),
    );
  };
  useEffect(ask, []);
  return { means, ask };
}

export interface SecondStepProps {
  /** Called before the session begins, with where it leads to. */
  readonly onEnter: (returnPath: string | null) => void;
  /** Shows the sign-in again: with the sentence of a refusal, or because the person wants another account. */
  readonly onLeave: (problem?: string) => void;
}

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
function PasskeyOffer({ options, app, onAgain, onEnter, onLost, startWait }: PasskeyOfferProps) {
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

/** The second step after the password or the provider: by what the account has, a passkey, a code of the app, or one for recovery (D-520, D-663). */
export function SecondStep({ onEnter, onLeave }: SecondStepProps) {
  const { t } = useTranslation("login");
  const { means, ask } = useMeans();
  const wait = useForcedWait();
  const enter: SecondStepProps["onEnter"] = (returnPath) => {
    toasts.success(t("success"));
    onEnter(returnPath);
  };
  const form = useSchemaForm<CodeForm>({
    schema: codeSchema,
    values: { code: "" },
    area: "login",
    send: ({ code }) => finishSecondStep(code, enter),
    onRefused: (error, { setError, setFocus, setValue }) => {
      if (error instanceof ApiError && error.code === "ERR_SECOND_FACTOR_CODE") {
        setValue("code", "");
        setError("code", { type: "server", message: toErrorText(error) });
        setFocus("code");
      } else if (!wait.startFor(error)) onLeave(toErrorText(error));
      return true;
    },
  });
  return (
    <form className="loginCard" noValidate onSubmit={form.submit}>
      <h1>{t("secondStep.title")}</h1>
      {means === null ? (
        <Spinner />
      ) : (
        <>
          <p className="loginSubtitle">
            {t(`secondStep.${means.options ? (means.app ? "both" : "passkey") : means.app ? "app" : "none"}`)}
          </p>
          {means.options && (
            <PasskeyOffer
              options={means.options}
              app={means.app}
              onAgain={ask}
              onEnter={enter}
              onLost={onLeave}
              startWait={wait.startFor}
            />
          )}
          <FormText
            of={form}
            name="code"
            label={t(means.app ? "code" : "recoveryCode")}
            help={t(means.app ? "codeHelp" : "recoveryHelp")}
            autoComplete="one-time-code"
            autoFocus={means.options === null}
            placeholder={means.app ? "000 000" : "xxxx-xxxx-xxxx-xxxx"}
            readOnly={form.busy}
            slotProps={{ input: { maxLength: 40, autoCapitalize: "off", spellCheck: false } }}
          />
          <SubmitButton busy={form.busy} disabled={wait.seconds > 0} isSecond={means.options !== null}>
            {form.busy ? t("submitting") : t("submit")}
          </SubmitButton>
          {wait.notice}
        </>
      )}
      <Button variant="text" color="primary" size="small" disabled={form.busy} onClick={() => onLeave()} sx={{ alignSelf: "center" }}>
        {t("otherAccount")}
      </Button>
    </form>
  );
}
