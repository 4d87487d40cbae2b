import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router-dom";
import { useAppName, useConfig, VERSION_LABEL } from "../../lib/config";
import { useLicence } from "../../lib/licence";
import { useSession } from "../../lib/session";
import { BrandMark, FullPageSpinner, usePageTitle } from "../../ui";
import { LanguageMenu } from "./LanguageMenu";
import { LoginForm } from "./LoginForm";
import { readReturnPath } from "./returnPath";
import { SignUpForm } from "./SignUpForm";
import "./login.css";

/** The only public page (AUTH-001, AUTH-002), with a second mode for new accounts where the company allows them (D-007). Who comes here signed in goes to `/` (AUTH-003), who signs in here to `/tickets` or where they wanted to go (AUTH-006). */
export function LoginPage() {
  const { t } = useTranslation("login");
  const { state } = useLocation() as { state: unknown };
  const { user } = useSession();
  const { blocked } = useLicence();
  const appName = useAppName();
  const [submitted, setSubmitted] = useState(false);
  const [madeEmail, setMadeEmail] = useState("");
  const [wantsAccount, setWantsAccount] = useState(false);
  const offersSignUp = useConfig()?.userCreation === true && !blocked;
  const signsUp = offersSignUp && wantsAccount;
  usePageTitle(signsUp ? t("signUp") : t("title"));
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
        {signsUp ? (
          <SignUpForm
            onCreated={(email) => {
              setMadeEmail(email);
              setWantsAccount(false);
            }}
          />
        ) : (
          <LoginForm email={madeEmail} onSubmit={() => setSubmitted(true)} />
        )}
        {offersSignUp && (
          <p className="loginOther">
            {!signsUp && t("noAccount")}
            <Button variant="text" color="primary" onClick={() => setWantsAccount(!signsUp)}>
              {signsUp ? t("haveAccount") : t("signUp")}
            </Button>
          </p>
        )}
      </main>
      <footer className="loginFoot">{VERSION_LABEL}</footer>
    </div>
  );
}
