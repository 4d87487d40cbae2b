import type { LoginForm as Credentials } from "@balcao/domain/forms";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { login } from "../../lib/session";
import { toDate } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { useSchemaForm, type SchemaForm } from "../../ui/form";

const schema = async () => (await import("@balcao/domain/forms")).loginForm;

interface LoginFormOptions {
  readonly email: string;
  /** Why a sign-in came to nothing before. */
  readonly problem: string | undefined;
  readonly onSubmit: () => void;
  /** Starts the wait after too many attempts; returns whether an error is about that. */
  readonly startWait: (error: unknown) => boolean;
}

interface LoginState extends SchemaForm<Credentials> {
  /** Whether the password was right, and a second step is asked for. */
  readonly asksMore: boolean;
  /** Goes back to e-mail and password, where `lost` says why. */
  readonly startAgain: (problem?: string) => void;
  readonly lost: string | undefined;
}

/** The credentials and their submission; a refusal is shown where it concerns the person (AUTH-018, AUTH-020). */
export function useLoginForm({ email: known, problem, onSubmit, startWait }: LoginFormOptions): LoginState {
  const { t } = useTranslation("login");
  const [asksMore, setAsksMore] = useState(false);
  const [lost, setLost] = useState(problem);
  const form = useSchemaForm<Credentials>({
    schema,
    values: { email: known, password: "" },
    area: "login",
    send: async ({ email, password }) => {
      setLost(undefined);
      onSubmit();
      const { secondFactorDue } = await login(email, password);
      if (secondFactorDue === null) toasts.success(t("success"));
      // What is due already is asked for in place of every page.
      else if (Date.parse(secondFactorDue) > Date.now()) toasts.warning(t("secondFactorDue", { day: toDate(secondFactorDue) }));
    },
    onRefused: (error, { setError, setFocus }) => {
      const text = toErrorText(error);
      const refusal = error instanceof ApiError ? error.code : null;
      if (refusal === "ERR_SECOND_FACTOR") setAsksMore(true);
      else if (refusal === "ERR_INVALID_WORKING_TIME") toasts.info(text);
      else if (!startWait(error)) {
        setError("password", { type: "server", message: text });
        setFocus("password", { shouldSelect: true });
      }
      return true;
    },
  });
  const startAgain = (why?: string) => {
    setAsksMore(false);
    setLost(why);
    form.form.reset();
  };
  return { ...form, asksMore, startAgain, lost };
}
