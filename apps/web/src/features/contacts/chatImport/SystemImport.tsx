import type { ChatImportView, ImportedKindView } from "@balcao/contracts/chatImports";
import { useTranslation } from "react-i18next";
import { toDateAndClock } from "../../../lib/time";
import { Spinner } from "../../../ui";

const PRODUCTS = { whaticket: "Whaticket", chatwoot: "Chatwoot", whatsapp: "WhatsApp" } as const;

interface SystemImportProps {
  readonly run: ChatImportView;
  readonly system: NonNullable<ChatImportView["system"]>;
}

/** An import of another system, which the command runs: how far it is, what it has left out, and its report. */
export function SystemImport({ run: { now, startedAt, endedAt, kinds }, system: { product, name } }: SystemImportProps) {
  const { t } = useTranslation("chatImports");
  const state = now !== null ? t("system.running", { kind: t(`system.kind.${now}`) }) : endedAt === null ? t("cut") : t("system.done");
  return (
    <li className="systemImport">
      <span>
        <b>{product === null ? name : `${PRODUCTS[product]} (${name})`}</b>
        <span className="contactNote">
          {toDateAndClock(startedAt)} · {state} {now !== null && <Spinner size={12} />}
        </span>
        <ul>
          {kinds.map((kind) => (
            <SystemKind key={kind.kind} {...kind} />
          ))}
        </ul>
      </span>
    </li>
  );
}

function SystemKind({ kind, made, here, there, leftOut }: ImportedKindView) {
  const { t, i18n } = useTranslation("chatImports");
  const n = (count: number): string => count.toLocaleString(i18n.language);
  const amount =
    here === null || there === null ? t("system.soFar", { made: n(made) }) : t("system.whole", { here: n(here), there: n(there) });
  const reasons = leftOut.map(({ reason, rows }) => `${n(rows)} ${t(`system.reason.${reason}`, { defaultValue: reason })}`);
  return (
    <li className="contactNote">
      {t(`system.kind.${kind}`)}: {amount}
      {reasons.length > 0 && ` · ${t("system.leftOut", { reasons: reasons.join(", ") })}`}
    </li>
  );
}
