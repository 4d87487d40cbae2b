import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router-dom";
import { useAppName, VERSION_LABEL } from "../../lib/config";
import { useLicence } from "../../lib/licence";
import { useSession } from "../../lib/session";
import { BrandMark, FullPageSpinner, usePageTitle } from "../../ui";
import { LanguageMenu } from "./LanguageMenu";
import { LoginForm } from "./LoginForm";
import { readReturnPath } from "./returnPath";
import "./login.css";

/** The only public page (AUTH-001, AUTH-002). Who comes here signed in goes to `/` (AUTH-003), who signs in here to `/tickets` or where they wanted to go (AUTH-006). */
export function LoginPage() {
  const { t } = useTranslation("login");
  const { state } = useLocation() as { state: unknown };
  const { user } = useSession();
  const { blocked } = useLicence();
  const appName = useAppName();
  const [submitted, setSubmitted] = useState(false);
  usePageTitle(t("title"));
  const returnPath = readReturnPath(state);
  if (user === undefined) return <FullPageSpinner />;
  if (user && !blocked) return <Navigate replace to={submitted ? (returnPath ?? "/tickets") : "/"} state={{ fromLogin: true }} />;
  return (
    <div className="loginPage">
      <header className="loginTop">
        <LanguageMenu />
      </header>
      <main className="loginMain">
        <div className="loginBrand">
          <BrandMark size={40} />
          {appName}
        </div>
        <LoginForm onSubmit={() => setSubmitted(true)} />
      </main>
      <footer className="loginFoot">{VERSION_LABEL}</footer>
    </div>
  );
}
