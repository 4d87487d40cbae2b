import type { SecondFactorView } from "@balcao/contracts/auth";
import ShieldOutlined from "@mui/icons-material/ShieldOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { admit } from "../../lib/session";
import { queryClient } from "../../lib/queryClient";
import { toDate } from "../../lib/time";
import { ErrorCard, Spinner } from "../../ui";
import { factorQuery } from "./factorQuery";
import { Passkeys } from "./Passkeys";
import { EndDialog, RenewDialog, SecondFactorDialog } from "./SecondFactorDialog";
import "./account.css";

/** What can be done with it. */
type Change = "set" | "renew" | "end";

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
