import type { PasskeyView, SecondFactorView } from "@balcao/contracts/auth";
import Fingerprint from "@mui/icons-material/Fingerprint";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPasskeys } from "../../lib/passkeys";
import { toDate, toTimeAgo } from "../../lib/time";
import { EndPasskeyDialog, PasskeyDialog } from "./PasskeyDialog";
import "./account.css";

interface PasskeysProps {
  readonly factor: SecondFactorView;
  /** Called after a change. */
  readonly onDone: () => void;
}

/** The person's passkeys: name, date, last use; nothing where the address offers none and the person has none (D-663). */
export function Passkeys({ factor: { passkeys, offersPasskeys, app, demanded }, onDone }: PasskeysProps) {
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
