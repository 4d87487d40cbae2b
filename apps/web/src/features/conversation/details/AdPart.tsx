import type { TicketView } from "@balcao/contracts/tickets";
import { readUrl } from "@balcao/domain/webAddress";
import { useTranslation } from "react-i18next";
import { toShownAddress } from "../../../ui/waText";
import { CopyButton } from "./CopyButton";
import "./gallery.css";

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && readUrl(url) !== null;

/** The advertisement that the customer tapped before the first message. */
export function AdPart({ ad }: { readonly ad: NonNullable<TicketView["adSource"]> }) {
  const { t } = useTranslation("details");
  const { headline, id, url } = ad;
  return (
    <section>
      <h4>{t("ad.title")}</h4>
      {headline !== "" && <p className="detailsText">{headline}</p>}
      {isWebAddress(url) && (
        <a className="galleryLink" dir="ltr" href={toShownAddress(url)} target="_blank" rel="noopener noreferrer nofollow">
          {toShownAddress(url)}
        </a>
      )}
      {id !== "" && (
        <dl className="detailsFacts">
          <div>
            <dt>{t("ad.id")}</dt>
            <dd>
              <span>{id}</span>
              <CopyButton name={t("ad.id")} value={id} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}
