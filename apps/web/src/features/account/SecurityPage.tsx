import CodeRounded from "@mui/icons-material/CodeRounded";
import KeyOutlined from "@mui/icons-material/KeyOutlined";
import Button from "@mui/material/Button";
import type { SvgIconComponent } from "@mui/icons-material";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { useProof, useSelf } from "../../lib/session";
import { Page } from "../../ui";
import { PasswordDialog } from "../shell";
import { SecondFactor } from "./SecondFactor";
import { SessionList } from "./SessionList";
import "./account.css";

interface PartProps {
  readonly icon: SvgIconComponent;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One way into the account: what it is, and the button that changes it. */
function Part({ icon: Icon, title, text, children }: PartProps) {
  return (
    <section className="securityPart" aria-label={title}>
      <Icon aria-hidden />
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
        <div className="securityButtons">{children}</div>
      </div>
    </section>
  );
}

/** Every way into one's own account: password, second step, browsers and programs. */
export function SecurityPage() {
  const { t } = useTranslation("account");
  const { id } = useSelf();
  const proof = useProof();
  const [changing, setChanging] = useState(false);
  return (
    <Page title={t("security.title")}>
      <div className="security">
        <Part
          icon={KeyOutlined}
          title={t("security.password")}
          text={t(proof === "password" ? "security.passwordText" : "security.passwordOfProvider")}
        >
          <Button size="small" variant="outlined" onClick={() => setChanging(true)}>
            {t("security.changePassword")}
          </Button>
        </Part>
        <SecondFactor />
        <Part icon={CodeRounded} title={t("tokens.title")} text={t("tokens.text")}>
          <Button size="small" variant="outlined" component={Link} to="/tokens">
            {t("tokens.open")}
          </Button>
        </Part>
        <SessionList userId={id} titled />
      </div>
      {changing && (
        <Suspense>
          <PasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Page>
  );
}
