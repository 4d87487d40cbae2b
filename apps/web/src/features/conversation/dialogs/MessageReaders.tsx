import type { MessageInfoView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { groupQuery, toParticipant } from "../groups";
import { toDateAndClock } from "../../../lib/time";
import { Avatar, Ticks } from "../../../ui";

type Readers = MessageInfoView["readers"];

interface MessageReadersProps {
  readonly ticket: TicketView;
  readonly readers: Readers;
}

/** Who of a group read the message, and who has only received it. */
export function MessageReaders({ ticket, readers }: MessageReadersProps) {
  const { t } = useTranslation("conversation");
  // The group knows names of people who are not contacts.
  const { data } = useQuery(groupQuery(ticket.contactId));
  const named = new Map(data?.participants.map((person) => [person.id, person.name]));
  const people = readers.map(({ id, name, times }) => {
    const { phone } = toParticipant({ id, name: "" });
    return {
      id,
      name: name ?? named.get(id) ?? phone ?? t("info.participant"),
      read: times.read ?? times.played,
      delivered: times.delivered,
    };
  });
  const read = people.filter((person) => person.read !== null);
  const received = people.filter((person) => person.read === null);
  return (
    <>
      <People
        title={read.length === 0 ? t("info.readByNobody") : t("info.readBy", { count: read.length })}
        state="read"
        people={read.map(({ read: at, ...person }) => ({ ...person, at }))}
      />
      {received.length > 0 && (
        <People
          title={t(read.length === 0 ? "info.deliveredTo" : "info.deliveredToMore", { count: received.length })}
          state="delivered"
          people={received.map(({ delivered: at, ...person }) => ({ ...person, at }))}
        />
      )}
    </>
  );
}

interface PeopleProps {
  readonly title: string;
  readonly state: "read" | "delivered";
  readonly people: readonly { readonly id: string; readonly name: string; readonly at: string | null }[];
}

function People({ title, state, people }: PeopleProps) {
  return (
    <section>
      <h3>
        <span aria-hidden="true">
          <Ticks state={state} />
        </span>
        {title}
      </h3>
      {people.length > 0 && (
        <ul className="messageInfoPeople" aria-label={title}>
          {people.map(({ id, name, at }) => (
            <li key={id}>
              <Avatar name={name} size={28} />
              <span className="ellipsis">{name}</span>
              {at !== null && <time dateTime={at}>{toDateAndClock(at)}</time>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
