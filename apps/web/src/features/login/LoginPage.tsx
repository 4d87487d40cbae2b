import type { SignupForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Language from "@mui/icons-material/Language";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router-dom";
import { changeLanguage } from "../../i18n/i18n";
import { type Language as LanguageCode, LANGUAGES } from "../../i18n/languages";
import { useAppName, useConfig, VERSION_LABEL } from "../../lib/config";
import { useLicence } from "../../lib/licence";
import { useSession } from "../../lib/session";
import { signUp } from "../../lib/session/signUp";
import { toasts } from "../../lib/toasts";
import { BrandMark, FullPageSpinner, PasswordInput, usePageTitle } from "../../ui";
import { FormText, useSchemaForm } from "../../ui/form";
import { useCapsLock, useForcedWait, wantsFocus } from "./credentials";
import { ptOnly } from "./literals";
import { LoginForm } from "./LoginForm";
import { readReturnPath } from "./returnPath";
import { SubmitButton } from "./SubmitButton";
import "./login.css";

const schema = async () => (await import("@balcao/domain/forms")).signupForm;
const sayFailed = () => toasts.error(ptOnly.signUpFailed);

/**
 * Name, e-mail and password for an account that an administrator has to activate.
 * Every failure shows the documented sentence (AUTH-009), and its reason at the field; `onCreated`
 * gets the e-mail.
 */
function SignUpForm({ onCreated }: { readonly onCreated: (email: string) => void }) {
  const { t } = useTranslation("login");
  const capsLock = useCapsLock();
  const wait = useForcedWait();
  const form = useSchemaForm<SignupForm>({
    schema,
    values: { name: "", email: "", password: "" },
    area: "login",
    send: async ({ name, email, password }) => {
      await signUp(name, email, password);
      toasts.success(t("created"));
      onCreated(email);
    },
    onInvalid: sayFailed,
    onRefused: (error) => {
      sayFailed();
      return wait.startFor(error);
    },
  });

  return (
    <form className="loginCard" noValidate onSubmit={form.submit} {...capsLock.keys}>
      <h1>{t("signUp")}</h1>
      <p className="loginSubtitle">{t("signUpSubtitle")}</p>
      <FormText
        of={form}
        name="name"
        label={t("name")}
        autoComplete="name"
        autoFocus={wantsFocus()}
        placeholder={t("nameExample")}
        readOnly={form.busy}
        slotProps={{ input: { maxLength: LIMITS.user.name.max } }}
      />
      <FormText
        of={form}
        name="email"
        label={t("email")}
        type="email"
        autoComplete="username"
        placeholder={t("emailExample")}
        readOnly={form.busy}
      />
      <FormText
        of={form}
        name="password"
        as={PasswordInput}
        label={t("password")}
        autoComplete="new-password"
        placeholder={t("passwordExample")}
        readOnly={form.busy}
        help={capsLock.on ? t("capsLock") : t("passwordRule")}
      />
      {form.problem !== undefined && (
        <p className="loginRefused" role="alert">
          {form.problem}
        </p>
      )}
      <SubmitButton busy={form.busy} disabled={wait.seconds > 0}>
        {form.busy ? t("creating") : t("signUp")}
      </SubmitButton>
      {wait.notice}
    </form>
  );
}

const codes = Object.keys(LANGUAGES).filter((code): code is LanguageCode => code in LANGUAGES);

/** The choice of language before signing in. */
function LanguageMenu() {
  const { t, i18n } = useTranslation("login");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = codes.find((code) => code === i18n.language) ?? "en";
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${t("language")}: ${LANGUAGES[current]}`}
        startIcon={<Language />}
        endIcon={<ExpandMore />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: "var(--text-secondary)" }}
      >
        {LANGUAGES[current]}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {codes.map((code) => (
          <MenuItem
            key={code}
            lang={code}
            selected={code === current}
            onClick={() => {
              setAnchor(null);
              void changeLanguage(code);
            }}
          >
            {LANGUAGES[code]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

interface AccountOffer {
  /** Whether the company lets people make accounts. */
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
 * The only public page, with a second mode for new accounts where the company allows them.
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
