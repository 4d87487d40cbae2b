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

interface AccountOffer {
  /** Whether the company lets people make accounts (D-007). */
  readonly offered: boolean;
  readonly signsUp: boolean;
  readonly setSignsUp: (signsUp: boolean) => void;
}

/** Whether an account can be made here, and whether the person is about to. */
function useAccountOffer(blocked: boolean): AccountOffer {
  const offered = useConfig()?.userCreation === true && !blocked;
  const [wanted, setSignsUp] = useState(false);
  return { offered, signsUp: offered && wanted, setSignsUp };
}

/** The form for those who have an account, and the one for those who make one; an offer below leads from one to the other. */
function SignInOrUp({ offer, onSubmit }: { readonly offer: AccountOffer; readonly onSubmit: () => void }) {
  const { t } = useTranslation("login");
  const [madeEmail, setMadeEmail] = useState("");
  const { offered, signsUp, setSignsUp } = offer;
  const showLogin = (email: string) => {
    setMadeEmail(email);
    setSignsUp(false);
  };
  return (
    <>
      {signsUp ? <SignUpForm onCreated={showLogin} /> : <LoginForm email={madeEmail} onSubmit={onSubmit} />}
      {offered && (
        <p className="loginOther">
          {!signsUp && t("noAccount")}
          <Button variant="text" color="primary" onClick={() => setSignsUp(!signsUp)}>
            {signsUp ? t("haveAccount") : t("signUp")}
          </Button>
        </p>
      )}
    </>
  );
}

/**
 * The only public page (AUTH-001, AUTH-002), with a second mode for new accounts where the company allows them (D-007).
 * Who comes here signed in goes to `/` (AUTH-003), who signs in here to `/tickets` or where they wanted to go (AUTH-006).
 */
export function LoginPage() {
  const { t } = useTranslation("login");
  const { state } = useLocation() as { state: unknown };
  const { user } = useSession();
  const { blocked } = useLicence();
  const appName = useAppName();
  const company = useConfig()?.company;
  const [submitted, setSubmitted] = useState(false);
  const offer = useAccountOffer(blocked);
  usePageTitle(offer.signsUp ? t("signUp") : t("title"));
  if (user === undefined) return <FullPageSpinner />;
  if (user && !blocked) {
    const destination = submitted ? (readReturnPath(state) ?? "/tickets") : "/";
    return <Navigate replace to={destination} state={{ fromLogin: true }} />;
  }
  return (
    <div className="loginPage">
      <header className="loginTop">
        <LanguageMenu />
      </header>
      <main className="loginMain">
        <div className="loginBrand">
          {company?.logo ? <img src={company.logo} alt="" className="loginLogo" /> : <BrandMark size={40} />}
          {company?.name || appName}
        </div>
        <SignInOrUp offer={offer} onSubmit={() => setSubmitted(true)} />
      </main>
      <footer className="loginFoot">{VERSION_LABEL}</footer>
    </div>
  );
}
