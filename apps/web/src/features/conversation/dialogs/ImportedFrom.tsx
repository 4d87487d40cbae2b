import type { MessageInfoView } from "@balcao/contracts/messages";
import { useTranslation } from "react-i18next";
import { toDateAndClock } from "../../../lib/time";

const PRODUCTS = { whaticket: "Whaticket", chatwoot: "Chatwoot" } as const;

interface ImportedFromProps {
  readonly system: NonNullable<MessageInfoView["importedFrom"]>;
  /** When the import stored it. */
  readonly at: string;
}

/** Which system an import has brought a message from, and when. */
export function ImportedFrom({ system: { product, name }, at }: ImportedFromProps) {
  const { t } = useTranslation("imported");
  const from = product === "whatsapp" ? t("exportedChat") : product === null ? name : `${PRODUCTS[product]} (${name})`;
  return (
    <>
      <dt>{t("label")}</dt>
      <dd>{t("from", { from, at: toDateAndClock(at) })}</dd>
    </>
  );
}
