import type { SignupForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Language from "@mui/icons-material/Language";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import i18next from "i18next";
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
import { useCapsLock, useForcedWait, wantsFocus, Refused, SubmitButton } from "./credentials";
import { LoginForm } from "./LoginForm";
import { LinkRequest, NewPassword } from "./PasswordByMail";
import { providerAnswer, ProviderReturn } from "./ProviderSignIn";
import { readReturnPath } from "./returnPath";
import "./login.css";

const schema = async () => (await import("@balcao/domain/forms")).signupForm;
const sayFailed = () => toasts.error(i18next.t("signUpFailed", { ns: "login" }));

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
      <Refused problem={form.problem} />
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

/** What the page shows: the sign-in, its end after the company's provider, the form for a new account, or one of the two steps to a new password. */
type Mode = "signIn" | "provider" | "signUp" | "forgot" | "newPassword";

const TITLES = {
  signIn: "title",
  provider: "title",
  signUp: "signUp",
  forgot: "forgot.title",
  newPassword: "newPassword.title",
} as const satisfies Record<Mode, string>;

/** The token of a mail's link, which is in the address behind "#". */
const readToken = (): string | null => /^#senha=([\w-]+)$/.exec(window.location.hash)?.[1] ?? null;

/** The forms, and what leads from one to the other. */
function useModes(blocked: boolean) {
  const config = useConfig();
  const [token] = useState(readToken);
  const [answer] = useState(providerAnswer);
  const [mode, setMode] = useState<Mode>(answer !== null ? "provider" : token === null ? "signIn" : "newPassword");
  const offersSignUp = config?.userCreation === true && !blocked;
  const isOffered = {
    signIn: true,
    provider: answer !== null && !blocked,
    signUp: offersSignUp,
    forgot: config?.mail === true && !blocked,
    newPassword: token !== null && !blocked,
  };
  return { mode: isOffered[mode] ? mode : "signIn", setMode, token: token ?? "", answer: answer ?? "", isOffered } as const;
}

interface FormsProps {
  readonly modes: ReturnType<typeof useModes>;
  /** Whether there is a session, which a sign-in at the provider is to replace. */
  readonly signedIn: boolean;
  readonly returnPath: string | null;
  readonly onSubmit: () => void;
  readonly onEnter: (returnPath: string | null) => void;
}

function Others({ modes: { setMode, isOffered } }: Pick<FormsProps, "modes">) {
  const { t } = useTranslation("login");
  const other = (next: Mode, label: string) => (
    <Button variant="text" color="primary" onClick={() => setMode(next)}>
      {label}
    </Button>
  );
  return (
    <>
      {isOffered.forgot && <p className="loginOther">{other("forgot", t("forgot.offer"))}</p>}
      {isOffered.signUp && (
        <p className="loginOther">
          {t("noAccount")}
          {other("signUp", t("signUp"))}
        </p>
      )}
    </>
  );
}

function Forms({ modes, signedIn, returnPath, onSubmit, onEnter }: FormsProps) {
  const { t } = useTranslation("login");
  const [madeEmail, setMadeEmail] = useState("");
  const [problem, setProblem] = useState<string>();
  const { mode, setMode, token, answer } = modes;
  const other = (next: Mode, label: string) => (
    <Button variant="text" color="primary" onClick={() => setMode(next)}>
      {label}
    </Button>
  );
  const showLogin = (email: string) => {
    setMadeEmail(email);
    setMode("signIn");
  };
  return (
    <>
      {mode === "signIn" && (
        <LoginForm email={madeEmail} onSubmit={onSubmit} returnPath={returnPath} problem={problem} others={<Others modes={modes} />} />
      )}
      {mode === "provider" && (
        <ProviderReturn
          query={answer}
          onEnter={onEnter}
          onLeave={(text) => {
            setProblem(text);
            if (signedIn && text !== undefined) toasts.error(text);
            setMode("signIn");
          }}
        />
      )}
      {mode === "signUp" && <SignUpForm onCreated={showLogin} />}
      {mode === "forgot" && <LinkRequest />}
      {mode === "newPassword" && <NewPassword token={token} onDone={() => setMode("signIn")} />}
      {mode === "signUp" && <p className="loginOther">{other("signIn", t("haveAccount"))}</p>}
      {(mode === "forgot" || mode === "newPassword") && <p className="loginOther">{other("signIn", t("forgot.back"))}</p>}
    </>
  );
}

/**
 * The only public page: sign in, make an account where the company allows it, or come to a new password by mail.
 * Who comes here signed in goes to `/` (AUTH-003), who signs in here to `/tickets` or where they wanted to go (AUTH-006).
 */
export function LoginPage() {
  const { t } = useTranslation("login");
  const { state } = useLocation() as { state: unknown };
  const { user } = useSession();
  const { blocked } = useLicence();
  const appName = useAppName();
  const company = useConfig()?.company;
  const [destination, setDestination] = useState("/");
  const [entered, setEntered] = useState(false);
  const returnPath = readReturnPath(state);
  const modes = useModes(blocked);
  usePageTitle(t(TITLES[modes.mode]));
  if (user === undefined) return <FullPageSpinner />;
  // Who signs in at the provider again, to confirm it, has a session that goes on until then.
  if (user && !blocked && (modes.mode !== "provider" || entered)) {
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
        <Forms
          modes={modes}
          signedIn={user !== null}
          returnPath={returnPath}
          onSubmit={() => setDestination(returnPath ?? "/tickets")}
          onEnter={(path) => {
            setDestination(path ?? "/tickets");
            setEntered(true);
          }}
        />
      </main>
      <footer className="loginFoot">{VERSION_LABEL}</footer>
    </div>
  );
}
