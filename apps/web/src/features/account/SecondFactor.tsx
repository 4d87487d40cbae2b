import type { PasskeyView, SecondFactorView } from "@balcao/contracts/auth";
import Fingerprint from "@mui/icons-material/Fingerprint";
import ShieldOutlined from "@mui/icons-material/ShieldOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPasskeys } from "../../lib/passkeys";
import { queryClient } from "../../lib/queryClient";
import { admit } from "../../lib/session";
import { toDate, toTimeAgo } from "../../lib/time";
import { ErrorCard, Spinner } from "../../ui";
import "./account.css";
import { factorQuery } from "./factorQuery";
import { EndPasskeyDialog, PasskeyDialog } from "./PasskeyDialog";
import { EndDialog, RenewDialog, SecondFactorDialog } from "./SecondFactorDialog";

/** What can be done with it. */
type Change = "set" | "renew" | "end";

interface PasskeysProps {
  readonly factor: SecondFactorView;
  /** Called after a change. */
  readonly onDone: () => void;
}

/** The person's passkeys: name, date, last use; nothing where the address offers none and the person has none (D-663). */
function Passkeys({ factor: { passkeys, offersPasskeys, app, demanded }, onDone }: PasskeysProps) {
  const { t } = useTranslation("account");
  const [adds, setAdds] = useState(false);
  const [ended, setEnded] = useState<PasskeyView | null>(null);
  const close = () => {
    setAdds(false);
    setEnded(null);
  };
  const done = () => {
    close();
    onDone();
  };
  const offered = offersPasskeys && hasPasskeys();
  if (!offered && passkeys.length === 0) return null;
  const mustStay = demanded && !app && passkeys.length === 1;
  return (
    <section className="securityPart" aria-label={t("passkey.title")}>
      <Fingerprint aria-hidden />
      <div className="sessionList">
        <h2>{t("passkey.title")}</h2>
        <p>{t(offered ? "passkey.text" : "passkey.notHere")}</p>
        {passkeys.length > 0 && (
          <ul aria-label={t("passkey.title")}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} mustStay={mustStay} onEnd={() => setEnded(passkey)} />
            ))}
          </ul>
        )}
        {offered && (
          <div className="securityButtons">
            <Button size="small" variant="outlined" onClick={() => setAdds(true)}>
              {t("passkey.add")}
            </Button>
          </div>
        )}
      </div>
      {adds && <PasskeyDialog onDone={done} onClose={close} />}
      {ended && <EndPasskeyDialog passkey={ended} onDone={done} onClose={close} />}
    </section>
  );
}

interface PasskeyRowProps {
  readonly passkey: PasskeyView;
  /** The company demands a second step, and this is the only one. */
  readonly mustStay: boolean;
  readonly onEnd: () => void;
}

function PasskeyRow({ passkey: { name, createdAt, usedAt }, mustStay, onEnd }: PasskeyRowProps) {
  const { t, i18n } = useTranslation("account");
  const made = t("passkey.made", { day: toDate(createdAt) });
  const used = usedAt === null ? t("passkey.unused") : t("passkey.used", { time: toTimeAgo(usedAt, i18n.language) });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>{`${made} · ${used}`}</p>
      </div>
      {!mustStay && (
        <Button size="small" variant="outlined" aria-label={t("passkey.endLabel", { name })} onClick={onEnd}>
          {t("passkey.end")}
        </Button>
      )}
    </li>
  );
}

/** Whether a code is asked for besides one's password, with the buttons that change it. */
export function SecondFactor() {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(factorQuery);
  const [open, setOpen] = useState<Change | null>(null);
  const close = () => setOpen(null);
  const done = (secondFactor: boolean) => {
    close();
    admit(secondFactor ? { secondFactor, secondFactorDue: null } : { secondFactor });
    void queryClient.invalidateQueries({ queryKey: factorQuery.queryKey });
  };
  if (error && !data) return <ErrorCard title={t("factor.loadFailed")} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return (
    <>
      <section className="securityPart" aria-label={t("factor.title")}>
        <ShieldOutlined aria-hidden />
        <div>
          <h2>{t("factor.title")}</h2>
          <State factor={data} />
          <Buttons factor={data} onOpen={setOpen} />
        </div>
        {open === "set" && <SecondFactorDialog onDone={() => done(true)} onClose={close} />}
        {open === "renew" && <RenewDialog onDone={() => done(true)} onClose={close} />}
        {open === "end" && <EndDialog onDone={() => done(false)} onClose={close} />}
      </section>
      <Passkeys
        factor={data}
        onDone={() => {
          void refetch().then(
            ({ data: now }) => now && admit({ secondFactor: now.since !== null, ...(now.since !== null && { secondFactorDue: null }) }),
          );
        }}
      />
    </>
  );
}

function State({ factor: { since, recoveryCodes, demanded } }: { readonly factor: SecondFactorView }) {
  const { t } = useTranslation("account");
  if (since === null) return <p>{t("factor.off")}</p>;
  return (
    <>
      <p>{`${t("factor.on", { day: toDate(since) })} ${t("factor.left", { count: recoveryCodes })}`}</p>
      {demanded && <p>{t("factor.demanded")}</p>}
    </>
  );
}

interface ButtonsProps {
  readonly factor: SecondFactorView;
  readonly onOpen: (change: Change) => void;
}

function Buttons({ factor: { since, app, demanded }, onOpen }: ButtonsProps) {
  const { t } = useTranslation("account");
  const offered: readonly (readonly [Change, string])[] =
    since === null
      ? [["set", t("factor.turnOn")]]
      : [
          ["set", t(app ? "factor.move" : "factor.addApp")],
          ["renew", t("factor.renew")],
          ...(demanded ? [] : [["end", t("factor.turnOff")] as const]),
        ];
  return (
    <div className="securityButtons">
      {offered.map(([change, label]) => (
        <Button key={change} size="small" variant="outlined" onClick={() => onOpen(change)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
