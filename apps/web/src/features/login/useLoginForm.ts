import type { LoginForm as Credentials } from "@balcao/domain/forms";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { login } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { useSchemaForm, type SchemaForm } from "../../ui/form";

const schema = async () => (await import("@balcao/domain/forms")).loginForm;

interface LoginFormOptions {
  readonly email: string;
  readonly onSubmit: () => void;
  /** Starts the wait after too many attempts; returns whether an error is about that. */
  readonly startWait: (error: unknown) => boolean;
}

/** The credentials and their submission; a refusal is shown where it concerns the person (AUTH-018, AUTH-020). */
export function useLoginForm({ email: known, onSubmit, startWait }: LoginFormOptions): SchemaForm<Credentials> {
  const { t } = useTranslation("login");
  return useSchemaForm<Credentials>({
    schema,
    values: { email: known, password: "" },
    area: "login",
    send: async ({ email, password }) => {
      onSubmit();
      await login(email, password);
      toasts.success(t("success"));
    },
    onRefused: (error, { setError, setFocus }) => {
      const text = toErrorText(error);
      if (error instanceof ApiError && error.code === "ERR_INVALID_WORKING_TIME") toasts.info(text);
      else if (!startWait(error)) {
        setError("password", { type: "server", message: text });
        setFocus("password", { shouldSelect: true });
      }
      return true;
    },
  });
}
