import type { MessageView } from "@balcao/contracts/messages";
import { addressLine, formatPhone, type ContactCard } from "@balcao/domain/contacts";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../../ui";
import { birthdayText, linkOf, readCards } from "./content";

/** What a card says besides the name, a line each. */
function CardFacts({ card }: { readonly card: ContactCard }) {
  const { t, i18n } = useTranslation("conversation");
  const firm = [card.company, card.department, card.title].filter(Boolean).join(" · ");
  const birthday = birthdayText(card.birthday, i18n.language);
  return (
    <>
      {card.phones.map((phone) => (
        <span key={phone}>{/^\+\d+$/.test(phone) ? formatPhone(phone.slice(1)) : phone}</span>
      ))}
      {firm && <span>{firm}</span>}
      {[...card.emails, ...card.sites].map((text) => (
        <span key={text}>
          <CardLink text={text} />
        </span>
      ))}
      {card.addresses.map((address, at) => (
        <span key={at}>{addressLine(address)}</span>
      ))}
      {birthday && <span>{t("media.birthday", { date: birthday })}</span>}
    </>
  );
}

/** An e-mail or a site as a link; what is neither, as text. */
function CardLink({ text }: { readonly text: string }) {
  const link = linkOf(text);
  if (link === null) return <Fragment>{text}</Fragment>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

/** Shared contacts, each with a button to write to them. */
export function ContactCards({
  message,
  onStart,
  children,
}: {
  readonly message: MessageView;
  readonly onStart: ((contact: { readonly name: string; readonly number: string }) => void) | undefined;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation("conversation");
  const cards = readCards(message.body);
  return (
    <div className="contactCards">
      {cards.map((card, at) => {
        const [number] = card.phones;
        const name = card.name || card.company;
        return (
          <div key={at} className="contactCard">
            <div className="contactCardTop">
              <Avatar name={name} />
              <div>
                <b>{name || t("media.contact")}</b>
                <CardFacts card={card} />
              </div>
              {at === cards.length - 1 && children}
            </div>
            {onStart && number !== undefined && (
              <button type="button" onClick={() => onStart({ name, number })}>
                {t("media.startConversation")}
              </button>
            )}
          </div>
        );
      })}
      {cards.length === 0 && (
        <span>
          {t("media.contact")} {children}
        </span>
      )}
    </div>
  );
}
